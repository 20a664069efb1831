import { type GenericSchema, getMetadata } from 'valibot'
import { fill } from '../fill.ts'
import { tooLong } from '../letters.ts'
import { LanguageFile } from '../schema.ts'
import { placeOf } from './place.ts'

/** A text of a language's file, and the most letters that fit its place. */
export interface Place {
  path: readonly (string | number)[]
  text: string
  most: number
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
    const problem = tooLong(filled, most)
    const isLongItself = tooLong(text.replace(/\{\w+\}/g, ''), most)
    return problem && filled !== text && !isLongItself ? [`${placeOf(file, path)}: "${filled}" ${problem}`] : []
  })
}
