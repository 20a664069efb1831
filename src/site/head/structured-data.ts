import type { Content } from '../../content/content.ts'
import { canonicalAddress } from '../../content/indexed-pages.ts'
import { sharedPictureIn } from './page-tags.tsx'

/**
 * The department as search engines read it, in the words of https://schema.org. It says nothing that the page does not
 * say. There are no opening hours: the content only knows when coordinators call, not when the doors are open.
 */
export function structuredData(content: Content) {
  const { department, languages } = content
  const { name, hospital, address, email } = department
  const telephone = department.telephone.dialled
  const url = canonicalAddress(content, '')
  return {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    // Of this language: one name cannot have two descriptions.
    '@id': `${url}#department`,
    name,
    parentOrganization: { '@type': 'Hospital', name: hospital },
    url,
    image: sharedPictureIn(content),
    address: { '@type': 'PostalAddress', streetAddress: address },
    telephone,
    email,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone,
      availableLanguage: languages.map(({ code }) => code),
    },
    medicalSpecialty: 'https://schema.org/PlasticSurgery',
  }
}
