import { MAX_LABEL_CHARACTERS } from '../../callback-request/campaign.ts'
import { localDayOf } from '../../callback-request/local-clock.ts'
import { atMost, ordinaryCharacters } from '../../callback-request/rules.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { isLanguageCode } from '../../callback-request/stored-request.ts'
import { readFilters } from '../parts/lists/filters.tsx'

const FILTERS = ['service', 'status', 'form', 'language', 'campaign', 'from', 'to'] as const

/** Where searches are kept. */
export const FIND_KEY = 'find'

/** The filters as they are in the page's address. Days are local and both included; the language is a code. */
export type FindSearch = Partial<Record<(typeof FILTERS)[number], string>>

/** The forms of requests as the pages name them. */
export const FORM_NAMES = { appointment: 'Appointment', contact: 'Contact', desk: 'Added by staff' } as const

/** Which values of the filters a request can have. */
export function knownIn(services: readonly string[]): Record<keyof FindSearch, (value: string) => boolean> {
  const isDay = (day: string) => localDayOf(day) !== undefined
  return {
    service: (value) => services.includes(value),
    status: (value) => Object.hasOwn(STATUS_NAMES, value),
    form: (value) => Object.hasOwn(FORM_NAMES, value),
    language: isLanguageCode,
    campaign: (value) => [ordinaryCharacters(), atMost(MAX_LABEL_CHARACTERS)].every((rule) => rule.keeps(value)),
    from: isDay,
    to: isDay,
  }
}

/** Reads the filters from the address. */
export function readFindSearch(given: Record<string, unknown>): FindSearch {
  return readFilters(FILTERS, given)
}

/** What was typed, from the address's fragment: it reaches no server, proxy or log. */
export function textInFragment(fragment: string): string {
  return new URLSearchParams(fragment).get('text') ?? ''
}

/** The fragment that holds what was typed. */
export function fragmentOf(text: string): string {
  return text === '' ? '' : new URLSearchParams({ text }).toString()
}
