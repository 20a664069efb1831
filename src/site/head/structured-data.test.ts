import { describe, expect, test } from 'vitest'
import { contents, english } from '../../../tests/support/content.ts'
import { mistakesInDocument, type Thing } from '../../../tests/support/schema-org.ts'
import { renderPages } from '../render.tsx'
import { structuredData } from './structured-data.ts'

const data = structuredData(english)

describe.each(contents)('The structured data of $path', (content) => {
  test('is as schema.org has it', () => {
    expect(mistakesInDocument(structuredData(content))).toEqual([])
  })

  test('is in its language', () => {
    expect(structuredData(content).name).toBe(content.department.name)
  })
})

test('The vocabulary finds each mistake', () => {
  const rows: [mistake: string, change: Record<string, unknown>][] = [
    ['@context is https://schema.example', { '@context': 'https://schema.example' }],
    ['SurgicalClinic is not a type', { '@type': 'SurgicalClinic' }],
    ['MedicalClinic: @id is not an address', { '@id': 'department' }],
    ['MedicalClinic: phone is not a property', { phone: '+910000000000' }],
    ['MedicalClinic: serviceAudience is not a property', { serviceAudience: 'Adults' }],
    ['MedicalClinic does not have availableLanguage', { availableLanguage: 'en' }],
    ['MedicalClinic: url cannot be "/"', { url: '/' }],
    ['MedicalClinic: medicalSpecialty cannot be "Plastic"', { medicalSpecialty: 'Plastic' }],
    [
      'MedicalClinic: medicalSpecialty cannot be "https://schema.org/Monday"',
      { medicalSpecialty: 'https://schema.org/Monday' },
    ],
    ['MedicalClinic: telephone cannot be 910000000000', { telephone: 910000000000 }],
    [
      'MedicalClinic: availableService cannot be {"@type":"Service","name":"Rhinoplasty"}',
      { availableService: [{ '@type': 'Service', name: 'Rhinoplasty' }] },
    ],
    ['Hospital: beds is not a property', { parentOrganization: { '@type': 'Hospital', beds: '1' } }],
  ]
  for (const [mistake, change] of rows) {
    expect(mistakesInDocument({ ...data, ...change } as Thing), `${mistake} ${change}`).toEqual([mistake])
  }
})

test('A text cannot end the element of the structured data', () => {
  const hospital = '</script><script>alert(1)//<!--'
  const content = { ...english, department: { ...english.department, hospital } }
  const { 'index.html': html = '' } = renderPages(content, { css: '', script: '', hydration: '' })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(structuredData(content))
})
