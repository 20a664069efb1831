import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { NOT_OFFERED } from '../../../callback-request/rules.ts'
import { readSearchText } from '../../../callback-request/search-text.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { RequestFilter } from '../../storage/search/request-search.ts'
import { readMembers } from '../read-members.ts'

const FORMS = ['appointment', 'contact', 'desk'] as const

const STATUSES = [...OPEN_STATUSES, ...SETTLED_STATUSES]

const DAY = 'Please enter a day'

/**
 * Reads a filter.
 *
 * @param department in whose time zone the days `from` and `to` are, both included
 * @throws Refusal
 */
export function readFilter(
  body: DecodedBody,
  { timeZone, offer }: Pick<DepartmentFacts, 'timeZone' | 'offer'>,
): RequestFilter {
  const { from, to, ...filter } = readMembers(
    body,
    {
      text: [readSearchText, 'Please enter a word of at least two letters, or four digits'],
      service: [(text) => offer.services.find((service) => service === text), NOT_OFFERED],
      status: [(text) => STATUSES.find((status) => status === text), NOT_OFFERED],
      form: [(text) => FORMS.find((form) => form === text), NOT_OFFERED],
      language: [(text) => (isLanguageCode(text) ? text : undefined), NOT_OFFERED],
      campaign: [(text) => text, 'Please enter a campaign'],
      from: [(text) => startOfLocalDay(text, timeZone), DAY],
      to: [(text) => endOfLocalDay(text, timeZone), DAY],
    },
    '',
  )
  return { ...filter, receivedFrom: from, receivedBefore: to }
}
