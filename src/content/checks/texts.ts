import { type GenericSchema, getMetadata } from 'valibot'
import { fill } from '../fill.ts'
import { tooLong } from '../letters.ts'
import { LanguageFile } from '../schema.ts'
import { ENGLISH } from '../site-languages.ts'

/** A text of a language's file, and the most letters that fit its place. */
export interface Place {
  path: readonly (string | number)[]
  text: string
  most: number
}

/** Where a mistake is, such as `hi.json, hero, slide 2, tagline`. */
export function placeOf(file: string, path: readonly PropertyKey[]): string {
  const steps = path.flatMap((step, at) => {
    if (typeof step === 'number') return [`${String(path[at - 1]).replace(/s$/, '')} ${step + 1}`]
    return typeof path[at + 1] === 'number' ? [] : [String(step)]
  })
  return [file, ...steps].join(', ')
}

/** Every text of a language's file. */
export function placesIn(data: unknown, schema: GenericSchema = LanguageFile, path: Place['path'] = []): Place[] {
  const { most } = getMetadata(schema)
  if (typeof most === 'number') return typeof data === 'string' ? [{ path, text: data, most }] : []
  if ('wrapped' in schema) return placesIn(data, schema.wrapped as GenericSchema, path)
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => {
    const below = schemaOf(schema, key)
    return below ? placesIn(value, below, [...path, Array.isArray(data) ? Number(key) : key]) : []
  })
}

function schemaOf(schema: GenericSchema, key: string): GenericSchema | undefined {
  const { entries, items, item } = schema as {
    entries?: Record<string, GenericSchema>
    items?: Record<string, GenericSchema>
    item?: GenericSchema
  }
  return item ?? (entries ?? items)?.[key]
}

/**
 * The texts that are too long once the department's facts stand in their placeholders. The schema finds those that are
 * too long without them.
 */
export function filledLengthMistakes(
  texts: unknown,
  facts: Readonly<Record<string, string>>,
  file: string,
  schema?: GenericSchema,
): string[] {
  return placesIn(texts, schema).flatMap(({ path, text, most }) => {
    const filled = fill(text, facts)
    const problem = filled === text ? undefined : tooLong(filled, most)
    return problem ? [`${placeOf(file, path)}: "${filled}" ${problem}`] : []
  })
}

/** Shorter words are the same in many languages, such as "E-Mail" and names in abbreviated form. */
const WORDS = /\p{L}{3}/u

const hasWords = (text: string, words: RegExp) => words.test(text.replace(/\{.*?\}/g, ''))

/** Of two languages other than English, which may be related, shorter texts may be the same. */
const SENTENCE = /(\P{L}*\p{L}){15}/u

/**
 * The texts of a language's file that are the same as in another's, and how many texts it has. None are the same where
 * only short ones are.
 */
export function untranslatedTexts(texts: unknown, [other, code]: readonly [unknown, string], schema: GenericSchema) {
  const keyOf = ({ path }: Place) => JSON.stringify(path)
  const originals = new Map(placesIn(other, schema).map((place) => [keyOf(place), place.text]))
  const places = placesIn(texts, schema)
  const same = places.filter((place) => {
    const { path, text } = place
    const isWording = code === ENGLISH && path[0] === 'wording'
    const original = isWording ? String(path.at(-1)) : originals.get(keyOf(place))
    return text === original && (code !== ENGLISH || hasWords(text, WORDS))
  })
  const isKnown = code === ENGLISH || same.some(({ text }) => hasWords(text, SENTENCE))
  return { same: isKnown ? same : [], all: places.length }
}
