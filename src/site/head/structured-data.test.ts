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

  test('names what the page offers, in its language', () => {
    const { name, availableService } = structuredData(content)
    expect(name).toBe(content.department.name)
    expect(availableService.map(({ name }) => name)).toEqual(content.procedures.map(({ name }) => name))
    expect(availableService).toHaveLength(16)
  })
})

test.each<[change: Record<string, unknown>, mistake: string]>([
  [{ '@context': 'https://schema.example' }, '@context is https://schema.example'],
  [{ '@type': 'SurgicalClinic' }, 'SurgicalClinic is not a type'],
  [{ '@id': 'department' }, 'MedicalClinic: @id is not an address'],
  [{ phone: '+910000000000' }, 'MedicalClinic: phone is not a property'],
  [{ serviceAudience: 'Adults' }, 'MedicalClinic: serviceAudience is not a property'],
  [{ availableLanguage: 'en' }, 'MedicalClinic does not have availableLanguage'],
  [{ url: '/' }, 'MedicalClinic: url cannot be "/"'],
  [
    { medicalSpecialty: 'https://schema.org/Beauty' },
    'MedicalClinic: medicalSpecialty cannot be "https://schema.org/Beauty"',
  ],
  [
    { medicalSpecialty: 'https://schema.org/Monday' },
    'MedicalClinic: medicalSpecialty cannot be "https://schema.org/Monday"',
  ],
  [{ telephone: 910000000000 }, 'MedicalClinic: telephone cannot be 910000000000'],
  [
    { availableService: [{ '@type': 'Service', name: 'Rhinoplasty' }] },
    'MedicalClinic: availableService cannot be {"@type":"Service","name":"Rhinoplasty"}',
  ],
  [{ parentOrganization: { '@type': 'Hospital', beds: '1' } }, 'Hospital: beds is not a property'],
])('The vocabulary does not have %o', (change, mistake) => {
  expect(mistakesInDocument({ ...data, ...change } as Thing)).toEqual([mistake])
})

test('A text cannot end the element of the structured data', () => {
  const hospital = '</script><script>alert(1)//<!--'
  const content = { ...english, department: { ...english.department, hospital } }
  const { 'index.html': html = '' } = renderPages(content, { css: '', script: '', hydration: '' })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(structuredData(content))
})
