import type { Campaign } from './campaign.ts'
import { TOO_MANY_MARKS } from './normalized.ts'

/** The first message of each field in error, by the field's name in its form. */
export type FieldErrors<Name extends string = string> = { [name in Name]?: string }

/** The result of validating a form. An invalid form is an expected result, never an exception. */
export type ValidationResult<Value, Name extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors<Name> }

/** An HTML form post that was refused: what was typed, and why it was refused. */
export interface RefusedPost {
  form: 'appointment' | 'contact'
  /** HTTP status of the refusal; 422 when a rule of the form is broken. */
  status: number
  /** As typed, by field name, unknown fields too; null where the body could not be read. */
  values: Readonly<Record<string, string>> | null
  /** By field name; empty unless a rule of the form is broken. */
  errors: FieldErrors
  /** Sent again with the form, because the address of the page that answers does not contain it. */
  campaign: Campaign | null
  /** After how many seconds the form may be sent again; null where that is not known. */
  retryAfterSeconds: number | null
}

/** One check of a value. */
export interface Rule {
  /** What the form says when a value breaks the rule. */
  message: string
  keeps: (value: string) => boolean
}

/** The message for a select's value that the form does not offer. */
export const NOT_OFFERED = 'Please choose from the list'

/** In Unicode code points, so that a letter outside the basic plane counts once. */
const lengthOf = (value: string) => [...value].length

export const atLeast = (count: number, message = `This field should be at least ${count} characters long`): Rule => ({
  message,
  keeps: (value) => lengthOf(value) >= count,
})

export const required = (message = 'Value is required') => atLeast(1, message)

export const atMost = (count: number, message = `Please use at most ${count} characters`): Rule => ({
  message,
  keeps: (value) => lengthOf(value) <= count,
})

const matching = (pattern: RegExp, message: string): Rule => ({ message, keeps: (value) => pattern.test(value) })

/** The longest name and e-mail address that a form accepts. Source: contract, as the next. */
export const MAX_NAME = 200
export const MAX_EMAIL = 254

/** ASCII digits and nothing else; digits of other scripts cannot be dialled as typed. */
export const digitsOnly = (message: string) => matching(/^[0-9]*$/, message)

/** Digits with an optional decimal part: the specification's meaning of numeric (section 5). */
export const numeric = (message = 'Value must be numeric') => matching(/^[0-9]*(\.[0-9]+)?$/, message)

const OTHER = String.raw`\p{N}\p{M}`
const LETTER = String.raw`\p{L}${OTHER}`
const ATOM = String.raw`[${LETTER}!#$%&'*+/=?^_\x60{|}~\-]+`
const REST = String.raw`(?:[${LETTER}\-]*[${LETTER}])?`
const LABEL = `[${LETTER}]${REST}`
const LAST_LABEL = String.raw`(?:[${OTHER}][${OTHER}\-]*)?\p{L}[${OTHER}\-]*\p{L}${REST}`
const EMAIL = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${LAST_LABEL}$`, 'u')

/**
 * A local part, `@`, and a domain with a dot whose last label has at least two letters. Letters of every script
 * are letters. Quoted local parts and address literals are not accepted, since no visitor has one.
 */
export const email = (message = 'Value is not a valid email address') => matching(EMAIL, message)

/**
 * Refuses control characters and lone surrogates: no keyboard types them, and databases store them differently. Also
 * more than 30 combining marks in a row. Joiners and direction marks are accepted: Indian and Persian names need them.
 *
 * @param excluded finds a character that is refused
 */
export const ordinaryCharacters = (excluded = /[\p{Cc}\p{Cs}]/u): Rule => {
  const message = 'Please use ordinary characters'
  return { message, keeps: (value) => !excluded.test(value) && !TOO_MANY_MARKS.test(value) }
}

/** As `ordinaryCharacters`, for a text of any other characters: a password. */
export const fewMarks = (): Rule => ordinaryCharacters(TOO_MANY_MARKS)

/** One field of a form: how its raw value is read, and its rules in the order in which they are checked. */
export interface Field<Value extends string = string> {
  read: (typed: string) => string
  rules: readonly Rule[]
  /** All values that the form offers, checked after the rules. Any text is allowed where there are none. */
  options?: readonly Value[]
  /** The message for a value that is not text. */
  wrongType: string
}

/** Something to see: neither white space nor invisible, as joiners, fillers and the empty Braille pattern are. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * A required text of one line. It is trimmed before all of its checks; the trimmed value is sent and stored. Tabs, which
 * come from spreadsheets and slides, become spaces. A text that has nothing to see is empty.
 */
export function textField(requiredMessage: string, ...rules: Rule[]): Field {
  return {
    read: (typed) => (VISIBLE.test(typed) ? typed.replace(/[\t\v\f]/g, ' ').trim() : ''),
    rules: [required(requiredMessage), ordinaryCharacters(), ...rules],
    wrongType: requiredMessage,
  }
}

/** A required e-mail address. Invisible characters, which come with a copied one, are taken out. */
export function emailField(requiredMessage: string, message?: string): Field {
  const { read, ...field } = textField(requiredMessage, email(message), atMost(MAX_EMAIL))
  return { ...field, read: (typed) => read(typed.replace(/\p{Cf}/gu, '')) }
}

/** A required choice among the options that the form offers. */
export function choiceField<Option extends string>(requiredMessage: string, options: readonly Option[]): Field<Option> {
  return { read: (typed) => typed.trim(), rules: [required(requiredMessage)], options, wrongType: NOT_OFFERED }
}

/** An optional text of several lines, kept as typed, except that its line breaks, also those of slides, become LF. */
export function optionalLinesField(): Field {
  return {
    read: (typed) => typed.replace(/\r\n?|[\v\f]/g, '\n'),
    rules: [ordinaryCharacters(/[^\P{Cc}\t\n]|\p{Cs}/u), atMost(4_000, 'Please use at most 4,000 characters')],
    wrongType: 'Please use ordinary characters',
  }
}

/** A field that may be left empty. */
export function optional<Value extends string>({ rules, options, ...field }: Field<Value>): Field<Value | ''> {
  return {
    ...field,
    rules: rules.map(({ message, keeps }) => ({ message, keeps: (value) => value === '' || keeps(value) })),
    ...(options && { options: [...options, ''] }),
  }
}

type ValuesOf<Form> = { [name in keyof Form]: Form[name] extends Field<infer Value> ? Value : never }

/**
 * Validates every field of a form. Fields that the form does not have are ignored.
 *
 * @returns the values as they are sent and stored, or the first message of each field in error
 */
export function validate<Name extends string, Form extends Record<Name, Field>>(
  fields: Form & Record<Name, Field>,
  given: Readonly<Record<string, unknown>>,
): ValidationResult<ValuesOf<Form>, Name> {
  const values: Record<string, string> = {}
  const errors: FieldErrors<Name> = {}
  const own = new Map(Object.entries(given))
  for (const name of Object.keys(fields) as Name[]) {
    const field = fields[name]
    const typed = own.get(name) === undefined ? '' : own.get(name)
    if (typeof typed !== 'string') {
      errors[name] = field.wrongType
      continue
    }
    const value = field.read(typed)
    const message = firstMessage(field, value)
    if (message === undefined) values[name] = value
    else errors[name] = message
  }
  // Without errors every field has a value that has passed its rules and is one of its options.
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: values as ValuesOf<Form> }
}

function firstMessage({ rules, options }: Field, value: string): string | undefined {
  const broken = rules.find((rule) => !rule.keeps(value))
  if (broken) return broken.message
  return options === undefined || options.includes(value) ? undefined : NOT_OFFERED
}
