import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { normalized } from '../../../callback-request/normalized.ts'
import {
  type FieldErrors,
  keeps,
  NOT_OFFERED,
  ordinaryCharacters,
  type ValidationResult,
} from '../../../callback-request/rules.ts'
import { readSearchText } from '../../../callback-request/search-text.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { RequestFilter } from '../../storage/search/request-search.ts'

const FORMS = ['appointment', 'contact', 'desk'] as const

const STATUSES = [...OPEN_STATUSES, ...SETTLED_STATUSES]

/** The longest text that the forms accept is an address of 254 characters. */
const MAX_CHARACTERS = 256

/**
 * Validates a filter. A member that is missing, null or empty means any.
 *
 * @param department in whose time zone the days `from` and `to` are, both included
 */
export function readFilter(
  body: DecodedBody,
  { timeZone, offer }: Pick<DepartmentFacts, 'timeZone' | 'offer'>,
): ValidationResult<RequestFilter> {
  const errors: FieldErrors = {}
  function read<Value>(name: string, message: string, parse: (text: string) => Value | undefined): Value | null {
    const given = body[name]
    if (given === undefined || given === null || given === '') return null
    const isText = typeof given === 'string' && [...given].length <= MAX_CHARACTERS
    const value = isText && keeps(ordinaryCharacters(), given) ? parse(normalized(given)) : undefined
    if (value === undefined) errors[name] = message
    return value ?? null
  }
  const filter: RequestFilter = {
    text: read('text', 'Please enter a word of at least two letters, or four digits', readSearchText),
    service: read('service', NOT_OFFERED, (text) => offer.services.find((service) => service === text)),
    status: read('status', NOT_OFFERED, (text) => STATUSES.find((status) => status === text)),
    form: read('form', NOT_OFFERED, (text) => FORMS.find((form) => form === text)),
    language: read('language', NOT_OFFERED, (text) => (isLanguageCode(text) ? text : undefined)),
    campaign: read('campaign', 'Please enter a campaign', (text) => text),
    receivedFrom: read('from', 'Please enter a day', (text) => startOfLocalDay(text, timeZone)),
    receivedBefore: read('to', 'Please enter a day', (text) => endOfLocalDay(text, timeZone)),
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: filter }
}
