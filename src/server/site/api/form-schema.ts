import { type Field, keeps, NOT_OFFERED } from '../../../callback-request/rules.ts'
import { splitTimeSlot, TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import { portableCharacters, portablePattern } from './portable-pattern.ts'

/** A JSON Schema of the dialect that OpenAPI 3.1 uses: draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>

/** The rules of a form, by field name. */
export type Form = Readonly<Record<string, Field>>

/** White space at an end. It is removed before the other checks, so a value without it is checked as it was sent. */
const OUTER_SPACE = String.raw`^\s|\s$`

/** The start times of all slots, and their end times. Anytime has neither. */
export const SLOT_TIMES = {
  start_time: TIME_SLOTS.flatMap((slot) => splitTimeSlot(slot).startTime ?? []),
  end_time: TIME_SLOTS.flatMap((slot) => splitTimeSlot(slot).endTime ?? []),
}

/** What a field accepts, as far as a schema can say it: of values without outer white space, and with LF line breaks. */
export function fieldSchema({ read, rules, options }: Field): Schema {
  if (options) return { type: 'string', enum: options }
  const minLengths = rules.flatMap(({ minLength }) => minLength ?? [])
  const maxLengths = rules.flatMap(({ maxLength }) => maxLength ?? [])
  const [pattern, ...otherPatterns] = rules.flatMap((rule) => (rule.pattern ? portablePattern(rule.pattern) : []))
  if (otherPatterns.length > 0) throw new Error('A schema has one pattern.')
  const excluded = rules.flatMap((rule) => (rule.excluded ? portableCharacters(rule.excluded) : []))
  return {
    type: 'string',
    ...(minLengths.length > 0 && { minLength: Math.max(...minLengths) }),
    ...(maxLengths.length > 0 && { maxLength: Math.min(...maxLengths) }),
    ...(pattern && { pattern }),
    not: { pattern: [...(read(' ') === '' ? [OUTER_SPACE] : []), ...excluded].join('|') },
  }
}

/** The fields without which a form is refused, of those that a call names. */
export function requiredFields(form: Form, names: readonly string[]): string[] {
  return names.filter((name) => form[name]?.rules.some((rule) => !keeps(rule, '')))
}

/** The errors of a refused form: each field of the form may have one of its messages. */
export function errorsSchema(form: Form): Schema {
  const messages = ({ wrongType, rules, options }: Field) => [
    ...new Set([wrongType, ...rules.map(({ message }) => message), ...(options ? [NOT_OFFERED] : [])]),
  ]
  const properties = Object.entries(form).map(([name, field]) => [name, { type: 'string', examples: messages(field) }])
  return { type: 'object', minProperties: 1, properties: Object.fromEntries(properties) }
}
