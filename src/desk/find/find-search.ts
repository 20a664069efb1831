import { MAX_LABEL_CHARACTERS } from '../../callback-request/campaign.ts'
import { localDayOf } from '../../callback-request/local-clock.ts'
import { keeps, ordinaryCharacters } from '../../callback-request/rules.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { isLanguageCode } from '../../callback-request/stored-request.ts'

/** The filters as they are in the page's address. Days are local and both included. */
export interface FindSearch {
  service?: string
  status?: string
  form?: string
  /** The code of a language. */
  language?: string
  campaign?: string
  from?: string
  to?: string
}

export const FILTERS = ['service', 'status', 'form', 'language', 'campaign', 'from', 'to'] as const

export const FORM_NAMES = { appointment: 'Appointment', contact: 'Contact', desk: 'Added by staff' } as const

const isDay = (text: string) => localDayOf(text) !== undefined

const IS_KNOWN: Record<Exclude<keyof FindSearch, 'service'>, (value: string) => boolean> = {
  status: (value) => Object.hasOwn(STATUS_NAMES, value),
  form: (value) => Object.hasOwn(FORM_NAMES, value),
  language: isLanguageCode,
  campaign: (value) => keeps({ ...ordinaryCharacters(), maxLength: MAX_LABEL_CHARACTERS }, value),
  from: isDay,
  to: isDay,
}

/** Reads the filters from the address. */
export function readFindSearch(given: Record<string, unknown>): FindSearch {
  const search: FindSearch = {}
  for (const name of FILTERS) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') search[name] = value
  }
  return search
}

/** The filters with a known value. */
export function knownFilters(given: FindSearch, services: readonly string[]): FindSearch {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = given[name]
      return value !== undefined && (name === 'service' ? services.includes(value) : IS_KNOWN[name](value))
        ? [[name, value]]
        : []
    }),
  )
}

const TEXT = 'text'

/** What was typed, from the address's fragment: it reaches no server, proxy or log. */
export function textInFragment(fragment: string): string {
  return new URLSearchParams(fragment).get(TEXT) ?? ''
}

/** The fragment that holds what was typed. */
export function fragmentOf(text: string): string {
  return text === '' ? '' : new URLSearchParams({ [TEXT]: text }).toString()
}
