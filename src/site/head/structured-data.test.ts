import { expect, test } from 'vitest'
import { english } from '../../../tests/support/content.ts'
import { renderPages } from '../render.tsx'
import { structuredData } from './structured-data.ts'

test('The structured data has types and properties of schema.org only', () => {
  const { name, hospital, address, email, siteAddress, telephone } = english.department
  // Each of these was found at https://schema.org for its type: look a new one up there.
  expect(structuredData(english)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    '@id': `${siteAddress}/#department`,
    name,
    parentOrganization: { '@type': 'Hospital', name: hospital },
    url: `${siteAddress}/`,
    image: `${siteAddress}/og.jpg`,
    address: { '@type': 'PostalAddress', streetAddress: address },
    telephone: telephone.dialled,
    email,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: telephone.dialled,
      availableLanguage: ['en', 'hi'],
    },
    medicalSpecialty: 'https://schema.org/PlasticSurgery',
  })
})

test('A text cannot end the element of the structured data', () => {
  const hospital = '</script><script>alert(1)//<!--'
  const content = { ...english, department: { ...english.department, hospital } }
  const { 'index.html': html = '' } = renderPages(content, { css: '', script: '', hydration: '' })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(structuredData(content))
})
