import { parse as parseJson } from 'secure-json-parse'

/** A decoded body: an object without any key that could reach a prototype. */
export type DecodedBody = Record<string, unknown>

/** Names that would reach an object's prototype. No form of ours has them. */
const isReserved = (name: string) => ['__proto__', 'constructor', 'prototype'].includes(name)

/**
 * Decodes a JSON object. Undefined when the bytes are not one, or contain a reserved name. When a key is duplicated, the
 * last value is validated and stored.
 */
export function decodeJson(bytes: Uint8Array): DecodedBody | undefined {
  try {
    const value: unknown = parseJson(decodeUtf8(bytes))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.keys(value).some(isReserved) ? undefined : (value as DecodedBody)
  } catch {
    return undefined
  }
}

/**
 * Decodes an urlencoded form. Undefined when an escape is malformed or not UTF-8, or a name is reserved or duplicated,
 * because we cannot know which of the two values was meant.
 */
export function decodeForm(bytes: Uint8Array): Record<string, string> | undefined {
  try {
    const text = decodeUtf8(bytes)
    decodeURIComponent(text) // throws where URLSearchParams would read something else
    const fields = [...new URLSearchParams(text)]
    const names = new Set(fields.map(([name]) => name))
    return names.size < fields.length || [...names].some(isReserved) ? undefined : Object.fromEntries(fields)
  } catch {
    return undefined
  }
}

/** The fields of an urlencoded form as far as they can be read, to show them again where the form as a whole cannot. */
export function readableFields(bytes: Uint8Array): Record<string, string> {
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))]
  return Object.fromEntries(fields.reverse().filter(([name]) => !isReserved(name)))
}

/** @throws TypeError for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
