import type { DepartmentDetails } from '../../src/content/schema.ts'

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

const KEYS = Object.keys(IDENTITY) as (keyof typeof IDENTITY)[]

/** What a department still has of the sample's identity. */
export function leftOfSample(details: DepartmentDetails): string[] {
  const present = { ...details, hospital: details.hospital.en, address: details.address.en }
  return KEYS.filter((key) => present[key] === IDENTITY[key]).map((key) => present[key])
}
