import type { Content } from '../../content/content.ts'
import { canonicalAddress } from '../../content/indexed-pages.ts'

/**
 * The department as search engines read it, in the words of https://schema.org. It says nothing that the page does not
 * say. There are no opening hours: the content only knows when coordinators call, not when the doors are open.
 */
export function structuredData(content: Content) {
  const { department, languages, procedures } = content
  const { name, hospital, address, email, siteAddress } = department
  const telephone = department.telephone.dialled
  return {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    // The same in each language: the pages describe one department.
    '@id': `${siteAddress}/#department`,
    name,
    parentOrganization: { '@type': 'Hospital', name: hospital, address },
    url: canonicalAddress(content, ''),
    image: `${siteAddress}/og.jpg`,
    address,
    telephone,
    email,
    contactPoint: { '@type': 'ContactPoint', telephone, availableLanguage: languages.map(({ code }) => code) },
    medicalSpecialty: 'https://schema.org/PlasticSurgery',
    availableService: procedures.map(({ name }) => ({ '@type': 'SurgicalProcedure', name })),
  }
}
