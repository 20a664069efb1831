import type { DepartmentDetails } from '../../src/content/schema.ts'
import { languagesOf } from '../../src/content/site-languages.ts'

/** By what visitors would take a department for the sample. Its name is one that others have too. */
const IDENTITY = {
  hospital: 'Sample Hospital',
  address: '1 Example Road, Sample City, India',
  telephone: '+91 00000 00000',
  callsFrom: '+91 00000 00000',
  email: 'plastic.surgery@hospital.example',
  privacyEmail: 'privacy@hospital.example',
  siteAddress: 'https://plastic-surgery.hospital.example',
} as const satisfies Partial<Record<keyof DepartmentDetails, string>>

/** What a department still has of the sample's identity. */
export function leftOfSample(details: DepartmentDetails): string[] {
  return Object.entries(IDENTITY).flatMap(([key, sample]) => {
    const present = details[key as keyof typeof IDENTITY]
    return (typeof present === 'string' ? [present] : Object.values(present)).includes(sample) ? [sample] : []
  })
}

/**
 * What follows from all facts together. A department is no sample any more as soon as it has nothing of the sample's
 * identity, and never becomes one again. It has no texts in a language that the site does not have.
 *
 * @param present the codes of the languages that have a file
 */
export function settled(details: DepartmentDetails, present: readonly string[]): DepartmentDetails {
  const { name, hospital, address } = details
  const codes = languagesOf(details, present)
  const kept = {
    ...details,
    name: inLanguages(name, codes),
    hospital: inLanguages(hospital, codes),
    address: inLanguages(address, codes),
  }
  return { ...kept, sample: details.sample && leftOfSample(kept).length > 0 }
}

const inLanguages = (texts: Readonly<Record<string, string>>, codes: readonly string[]) =>
  Object.fromEntries(Object.entries(texts).filter(([code]) => codes.includes(code)))
