import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { NOT_OFFERED } from '../../../callback-request/rules.ts'
import { readSearchText } from '../../../callback-request/search-text.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { RequestFilter } from '../../storage/search/request-search.ts'
import { OptionalMembers } from '../optional-members.ts'

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
  const members = new OptionalMembers(body, [''])
  const filter = {
    text: members.read('text', 'Please enter a word of at least two letters, or four digits', readSearchText),
    service: members.read('service', NOT_OFFERED, (text) => offer.services.find((service) => service === text)),
    status: members.read('status', NOT_OFFERED, (text) => STATUSES.find((status) => status === text)),
    form: members.read('form', NOT_OFFERED, (text) => FORMS.find((form) => form === text)),
    language: members.read('language', NOT_OFFERED, (text) => (isLanguageCode(text) ? text : undefined)),
    campaign: members.read('campaign', 'Please enter a campaign', (text) => text),
    receivedFrom: members.read('from', DAY, (text) => startOfLocalDay(text, timeZone)),
    receivedBefore: members.read('to', DAY, (text) => endOfLocalDay(text, timeZone)),
  }
  members.refuseWrong()
  return filter
}
