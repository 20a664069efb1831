import { parse as parseJson } from 'secure-json-parse'

/** A decoded body: an object without any key that could reach a prototype. */
export type DecodedBody = Record<string, unknown>

/** Names that would reach an object's prototype. No form of ours has them. */
const RESERVED_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * Decodes a JSON object. Undefined when the bytes are not one, or contain a reserved name. When a key is duplicated, the
 * last value is validated and stored.
 */
export function decodeJson(bytes: Uint8Array): DecodedBody | undefined {
  try {
    const value: unknown = parseJson(decodeUtf8(bytes))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.keys(value).some((name) => RESERVED_NAMES.includes(name)) ? undefined : (value as DecodedBody)
  } catch {
    return undefined
  }
}

/**
 * Decodes an urlencoded form. Undefined when an escape is malformed or not UTF-8, or a name is reserved or duplicated,
 * because we cannot know which of the two values was meant.
 */
export function decodeForm(bytes: Uint8Array): Record<string, string> | undefined {
  const fields = new Map<string, string>()
  try {
    for (const pair of pairsOf(decodeUtf8(bytes))) {
      const [name, value] = decodePair(pair)
      if (fields.has(name) || RESERVED_NAMES.includes(name)) return undefined
      fields.set(name, value)
    }
    return Object.fromEntries(fields)
  } catch {
    return undefined
  }
}

/** The fields of an urlencoded form that can be read, to show them again where the form as a whole cannot. */
export function readableFields(bytes: Uint8Array): Record<string, string> {
  const fields = new Map<string, string>()
  for (const pair of pairsOf(new TextDecoder().decode(bytes))) {
    try {
      const [name, value] = decodePair(pair)
      if (!fields.has(name) && !RESERVED_NAMES.includes(name)) fields.set(name, value)
    } catch {
      // The other fields may be readable.
    }
  }
  return Object.fromEntries(fields)
}

const pairsOf = (form: string) => form.split('&').filter((pair) => pair !== '')

/** @throws URIError for a malformed escape, or escapes that are not UTF-8 */
function decodePair(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.split('=')
  return [decodeEscapes(name), decodeEscapes(value.join('='))]
}

/** @throws TypeError for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** @throws URIError */
function decodeEscapes(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
