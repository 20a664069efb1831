import type { GenericSchema } from 'valibot'
import { type Place, placesIn } from './lengths.ts'

/** Shorter words are the same in many languages, such as "E-Mail" and names in abbreviated form. */
const WORDS = /\p{L}{3}/u

/** The texts of a language's file that are the same as in English, and how many texts it has. */
export function untranslatedTexts(
  texts: unknown,
  english: unknown,
  schema: GenericSchema,
): { same: Place[]; all: number } {
  const keyOf = ({ path }: Place) => JSON.stringify(path)
  const inEnglish = new Map(placesIn(english, schema).map((place) => [keyOf(place), place.text]))
  const places = placesIn(texts, schema)
  const same = places.filter((place) => {
    const { path, text } = place
    const original = path[0] === 'wording' ? String(path.at(-1)) : inEnglish.get(keyOf(place))
    return text === original && WORDS.test(text.replace(/\{.*?\}/g, ''))
  })
  return { same, all: places.length }
}
