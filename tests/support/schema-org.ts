import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const CONTEXT = 'https://schema.org'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'

/** A thing described in JSON-LD, as far as our pages need it: with one type, and without names of other vocabularies. */
export interface Thing {
  '@type': string
  [property: string]: unknown
}

/**
 * What each term's statements in schema.org's own vocabulary say: by term and predicate. The package contains the file
 * `schemaorg-current-http.nt` that schema.org publishes, under CC BY-SA 3.0.
 */
const vocabulary = new Map<string, string[]>()
const file = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq')
for (const [, term, predicate, object = ''] of readFileSync(file, 'utf8').matchAll(
  /^<http:\/\/schema\.org\/(\w+)> <(\S+)> <(?:http:\/\/schema\.org\/)?(\S+)> <http:\/\/schema\.org\/> \.$/gm,
)) {
  const key = `${term} ${predicate}`
  vocabulary.set(key, [...(vocabulary.get(key) ?? []), object])
}

const said = (term: string, predicate: string) => vocabulary.get(`${term} ${predicate}`) ?? []
const isClass = (term: string) => said(term, `${RDF}type`).includes(`${RDFS}Class`)
const isProperty = (term: string) => said(term, `${RDF}type`).includes(`${RDF}Property`)
const isSuperseded = (term: string) => said(term, 'http://schema.org/supersededBy').length > 0
const nameOf = (address: string) => address.replace(`${CONTEXT}/`, '')

/** A class, and all above it. */
const lineOf = (name: string): string[] => [name, ...said(name, `${RDFS}subClassOf`).flatMap(lineOf)]

const isOneOf = (type: string, classes: readonly string[]) => lineOf(type).some((name) => classes.includes(name))

/** What in a JSON-LD document is not as schema.org's vocabulary has it, one line for each mistake. */
export function mistakesInDocument({ '@context': context, ...thing }: Thing): string[] {
  return [...(context === CONTEXT ? [] : [`@context is ${context}`]), ...mistakesIn(thing)]
}

function mistakesIn({ '@type': type, '@id': id, ...properties }: Thing): string[] {
  if (!isClass(type) || isSuperseded(type)) return [`${type} is not a type`]
  const ofIdentity = id === undefined || isAddress(id) ? [] : [`${type}: @id is not an address`]
  return [
    ...ofIdentity,
    ...Object.entries(properties).flatMap(([name, value]) => mistakesInProperty(type, name, value)),
  ]
}

function mistakesInProperty(type: string, name: string, value: unknown): string[] {
  if (!isProperty(name) || isSuperseded(name)) return [`${type}: ${name} is not a property`]
  if (!isOneOf(type, said(name, 'http://schema.org/domainIncludes'))) return [`${type} does not have ${name}`]
  const range = said(name, 'http://schema.org/rangeIncludes')
  return [value].flat().flatMap((each) => {
    if (isThing(each))
      return [...mistakesIn(each), ...(isOneOf(each['@type'], range) ? [] : [misfit(type, name, each)])]
    return typeof each === 'string' && range.some((one) => isTextOf(one, each)) ? [] : [misfit(type, name, each)]
  })
}

/** Whether a text is a value of a class: an address, any text, or a member of an enumeration by its address. */
function isTextOf(name: string, text: string): boolean {
  if (name === 'URL') return isAddress(text)
  if (name === 'Text') return true
  return text.startsWith(`${CONTEXT}/`) && said(nameOf(text), `${RDF}type`).some((type) => isOneOf(type, [name]))
}

const misfit = (type: string, name: string, value: unknown) => `${type}: ${name} cannot be ${JSON.stringify(value)}`
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && '@type' in value
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
