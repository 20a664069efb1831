import type { DepartmentDetails } from '../../src/content/schema.ts'
import { leftOfSample } from './sample.ts'

/**
 * What follows from all facts together. A department is no sample any more as soon as it has nothing of the sample's
 * identity, and never becomes one again. It has no texts in a language that the site does not have.
 *
 * @param codes the site's languages
 */
export function settled(details: DepartmentDetails, codes: readonly string[]): DepartmentDetails {
  const { name, hospital, address } = details
  return {
    ...details,
    name: inLanguages(name, codes),
    hospital: inLanguages(hospital, codes),
    address: inLanguages(address, codes),
    sample: details.sample && leftOfSample(details).length > 0,
  }
}

/** Languages of the department's texts that the site does not have. */
export function languagesWithoutFile(
  { name, hospital, address }: DepartmentDetails,
  codes: readonly string[],
): string[] {
  const all = [name, hospital, address].flatMap((texts) => Object.keys(texts))
  return [...new Set(all)].filter((code) => !codes.includes(code))
}

function inLanguages<Texts extends Record<string, string>>(texts: Texts, codes: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([code]) => codes.includes(code))) as Texts
}
