import type { FieldErrors, ValidationResult } from './validation-result.ts'

/** Judges one value: a message in the form's own words when it breaks the rule, else undefined. */
export type Rule = (value: string) => string | undefined

/** Said of a select's value that the form does not offer. */
export const NOT_OFFERED = 'Please choose from the list'

/** Length in Unicode code points, so that a letter outside the basic plane counts once. */
const characters = (value: string) => [...value].length

export const required =
  (message = 'Value is required'): Rule =>
  (value) =>
    value === '' ? message : undefined

export const atLeast =
  (count: number, message = `This field should be at least ${count} characters long`): Rule =>
  (value) =>
    characters(value) < count ? message : undefined

export const atMost =
  (count: number, message: string): Rule =>
  (value) =>
    characters(value) > count ? message : undefined

/** ASCII digits and nothing else; digits of other scripts cannot be dialled as typed. */
export const digitsOnly =
  (message: string): Rule =>
  (value) =>
    /^[0-9]*$/.test(value) ? undefined : message

/** Digits with an optional decimal part: the specification's meaning of numeric (section 5). */
export const numeric =
  (message = 'Value must be numeric'): Rule =>
  (value) =>
    /^[0-9]*(\.[0-9]+)?$/.test(value) ? undefined : message

const LETTER = String.raw`\p{L}\p{N}\p{M}`
const ATOM = String.raw`[${LETTER}!#$%&'*+/=?^_\x60{|}~\-]+`
const LABEL = String.raw`[${LETTER}](?:[${LETTER}\-]*[${LETTER}])?`
const LAST_LABEL = String.raw`(?=(?:[\p{N}\p{M}\-]*\p{L}){2})${LABEL}`
const EMAIL = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${LAST_LABEL}$`, 'u')

/**
 * A local part, `@`, and a domain with a dot whose last label has at least two letters. Letters of every script
 * are letters; quoted local parts and address literals are not taken, since no visitor has one.
 */
export const email =
  (message = 'Value is not a valid email address'): Rule =>
  (value) =>
    EMAIL.test(value) ? undefined : message

export const oneOf =
  (options: readonly string[]): Rule =>
  (value) =>
    options.includes(value) ? undefined : NOT_OFFERED

/**
 * Refuses control characters and lone surrogates, which no keyboard types and no database keeps alike.
 * Joiners and direction marks are kept: Indian and Persian names need them.
 */
export const ordinaryCharacters =
  (except = ''): Rule =>
  (value) =>
    [...value].some((character) => /[\p{Cc}\p{Cs}]/u.test(character) && !except.includes(character))
      ? 'Please use ordinary characters'
      : undefined

/** One field of a form: how its raw value is read, and its rules in the order in which they are judged. */
export interface Field {
  read: (typed: string) => string
  rules: readonly Rule[]
  /** Said when a call brings something that is not text. */
  wrongType: string
}

/** A required text: trimmed before all of its checks; the trimmed value is what is sent and stored. */
export function textField(requiredMessage: string, ...rules: Rule[]): Field {
  return {
    read: (typed) => typed.trim(),
    rules: [required(requiredMessage), ordinaryCharacters(), ...rules],
    wrongType: requiredMessage,
  }
}

/** A required choice among the options that the form offers. */
export function choiceField(requiredMessage: string, options: readonly string[]): Field {
  return { read: (typed) => typed.trim(), rules: [required(requiredMessage), oneOf(options)], wrongType: NOT_OFFERED }
}

/** An optional text of several lines, kept as typed but for its line breaks, which become LF. */
export function optionalLinesField(): Field {
  return {
    read: (typed) => typed.replace(/\r\n?/g, '\n'),
    rules: [ordinaryCharacters('\t\n')],
    wrongType: 'Please use ordinary characters',
  }
}

/**
 * Judges every field of a form. Fields the form does not have are ignored.
 *
 * @returns the values as they are sent and stored, or the first message of each field in error
 */
export function validate<Name extends string>(
  fields: Record<Name, Field>,
  given: Readonly<Record<string, unknown>>,
): ValidationResult<Record<Name, string>, Name> {
  const values = {} as Record<Name, string>
  const errors: FieldErrors<Name> = {}
  const own = new Map(Object.entries(given))
  for (const name of Object.keys(fields) as Name[]) {
    const field = fields[name]
    const typed = own.get(name) === undefined ? '' : own.get(name)
    if (typeof typed !== 'string') {
      errors[name] = field.wrongType
      continue
    }
    values[name] = field.read(typed)
    const message = firstMessage(field.rules, values[name])
    if (message !== undefined) errors[name] = message
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: values }
}

function firstMessage(rules: readonly Rule[], value: string): string | undefined {
  for (const rule of rules) {
    const message = rule(value)
    if (message !== undefined) return message
  }
  return undefined
}
