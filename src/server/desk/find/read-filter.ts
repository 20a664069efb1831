import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { NOT_OFFERED } from '../../../callback-request/rules.ts'
import { readSearchText } from '../../../callback-request/search-text.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import { exportedRequests, type RequestFilter } from '../../storage/search.ts'
import { numberReader } from '../../telephone-numbers.ts'
import type { DeskOptions } from '../desk-options.ts'
import { readMembers } from '../read-members.ts'

const FORMS = ['appointment', 'contact', 'desk'] as const

const STATUSES = [...OPEN_STATUSES, ...SETTLED_STATUSES]

const DAY = 'Please enter a day'

/** Where a filter is read. */
type Reading = Pick<DeskOptions, 'database' | 'department' | 'languages'>

/** @throws Refusal of a service or a language that is neither offered nor stored */
export async function assertKnown(
  filter: Pick<RequestFilter, 'service' | 'language'>,
  { database, department, languages }: Reading,
  message = NOT_OFFERED,
): Promise<void> {
  const offered: Record<keyof typeof filter, readonly string[]> = {
    service: department.offer.services,
    language: languages,
  }
  for (const name of ['service', 'language'] as const) {
    const value = filter[name]
    if (value === undefined || offered[name].includes(value)) continue
    const { done } = await exportedRequests(database, { [name]: value }).next()
    if (done) throw new Refusal(422, { errors: { [name]: message } })
  }
}

/**
 * Reads a filter. The days `from` and `to` are the department's, both included.
 *
 * @throws Refusal
 */
export async function readFilter(body: DecodedBody, reading: Reading): Promise<RequestFilter> {
  const { timeZone, countryPrefix } = reading.department
  const readNumber = numberReader(countryPrefix)
  const { from, to, ...filter } = readMembers(
    body,
    {
      text: [
        (text) => readSearchText(text, (typed) => readNumber(typed).international),
        'Please enter a word of at least two letters, or six digits',
      ],
      service: [(text) => text, NOT_OFFERED],
      status: [(text) => STATUSES.find((status) => status === text), NOT_OFFERED],
      form: [(text) => FORMS.find((form) => form === text), NOT_OFFERED],
      language: [(text) => (isLanguageCode(text) ? text : undefined), NOT_OFFERED],
      campaign: [(text) => text, 'Please enter a campaign'],
      from: [(text) => startOfLocalDay(text, timeZone), DAY],
      to: [(text) => endOfLocalDay(text, timeZone), DAY],
    },
    '',
  )
  await assertKnown(filter, reading)
  return { ...filter, receivedFrom: from, receivedBefore: to }
}
