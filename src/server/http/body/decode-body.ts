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
    for (const pair of decodeUtf8(bytes).split('&')) {
      if (pair === '') continue
      const [name = '', ...value] = pair.split('=')
      const decodedName = decodeEscapes(name)
      if (fields.has(decodedName) || RESERVED_NAMES.includes(decodedName)) return undefined
      fields.set(decodedName, decodeEscapes(value.join('=')))
    }
    return Object.fromEntries(fields)
  } catch {
    return undefined
  }
}

/** @throws TypeError for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** @throws URIError for a malformed escape, or escapes that are not UTF-8 */
function decodeEscapes(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
