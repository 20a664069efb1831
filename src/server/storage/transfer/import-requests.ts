import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { CAMPAIGN_PARTS } from '../../../callback-request/campaign.ts'
import { referenceIn } from '../../../callback-request/search-text.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { erasedAmong } from '../erasure/erased-requests.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { storeTime } from '../requests/store-clock.ts'

/** As many as a page of stored requests has. */
const PAGE_REQUESTS = 200

/** More draws of one reference mean that it is taken; fewer, that its transaction was repeated. */
const MOST_DRAWS = 5

const label = v.nullable(v.string())

/** A line of `requests export --format json`. Its `status` is not imported: calls are not in an export. */
const ExportedRequest = v.object({
  reference: v.pipe(
    v.string(),
    v.check((text) => referenceIn(text) === text),
  ),
  form: v.picklist(['appointment', 'contact', 'desk']),
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  service: v.nullable(v.string()),
  message: v.nullable(v.string()),
  time_slot: v.picklist(TIME_SLOTS),
  received_at: v.pipe(
    v.string(),
    v.check((text) => Date.parse(text) > 0 && new Date(text).toISOString() === text),
  ),
  status: v.string(),
  suspected: v.boolean(),
  campaign: v.nullable(v.object(Object.fromEntries(CAMPAIGN_PARTS.map((part) => [part, label])) as CampaignLabels)),
  notice_version: v.string(),
  language: v.optional(v.nullable(v.string())),
})

type CampaignLabels = Record<(typeof CAMPAIGN_PARTS)[number], typeof label>
type ExportedRequest = v.InferOutput<typeof ExportedRequest>

export interface ImportResult {
  imported: number
  /** Requests that the store has, and requests that it has erased. */
  existing: number
  erased: number
  /** Requests that are further in the file than in the store: their references, each with its status in the file. */
  further: string[]
  /** What could not be imported: one line for each, without personal data. */
  mistakes: string[]
}

/**
 * Stores the requests of an export under their references and with their times of receipt, and each one's place in a
 * callback, but no message. It can be repeated: what the store has, or has erased, stays as it is.
 *
 * @param listed the hashes on the store's erasure list
 * @throws a Node error when the file cannot be read; StoreUnavailable
 */
export async function importRequests(
  database: Database,
  file: string,
  { timeZone, listed }: { timeZone: string; listed: ReadonlySet<string> },
): Promise<ImportResult> {
  const result: ImportResult = { imported: 0, existing: 0, erased: 0, further: [], mistakes: [] }
  for await (const page of pagesIn(file, result.mistakes)) {
    const erased = new Set(await erasedAmong(database, page, listed))
    const stored = await storedAmong(database, page)
    for (const request of page) {
      const { reference, received_at, status } = request
      const known = stored.get(reference)
      if (erased.has(request)) result.erased++
      else if (known && known.received_at !== received_at)
        result.mistakes.push(`${reference} is another request in this store.`)
      else {
        if (known) result.existing++
        else {
          await store(database, request, timeZone)
          result.imported++
        }
        if (status !== (known?.status ?? 'new')) result.further.push(`${reference} ${status}`)
      }
    }
  }
  return result
}

/** Each request of an export is one line of its array. */
async function* pagesIn(file: string, mistakes: string[]): AsyncGenerator<ExportedRequest[]> {
  let page: ExportedRequest[] = []
  let number = 0
  for await (const line of createInterface(createReadStream(file))) {
    number++
    if (/^\[?\]?$/.test(line)) continue
    const parsed = v.safeParse(ExportedRequest, jsonIn(line.replace(/,$/, '')))
    if (parsed.success) page.push(parsed.output)
    else mistakes.push(`Line ${number} of ${file} is not a request of "export --format json".`)
    if (page.length < PAGE_REQUESTS) continue
    yield page
    page = []
  }
  yield page
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function storedAmong(database: Database, page: readonly ExportedRequest[]) {
  if (page.length === 0) return new Map()
  const rows = await database
    .selectFrom('callback_requests')
    .leftJoin('callbacks', 'callbacks.id', 'callback_requests.callback')
    .select(['reference', 'received_at', 'callbacks.status'])
    .where(
      'reference',
      'in',
      page.map(({ reference }) => reference),
    )
    .execute()
  return new Map(rows.map((row) => [row.reference, { ...row, status: row.status ?? 'new' }]))
}

/** @throws also when another process has stored a request under this reference meanwhile */
async function store(database: Database, request: ExportedRequest, timeZone: string): Promise<void> {
  const receivedAt = new Date(request.received_at)
  // As long ago as its receipt.
  const keptFrom = new Date(Date.parse(await storeTime(database)) - Math.max(0, Date.now() - receivedAt.getTime()))
  const { reference, form, name, phone, email, service, message, time_slot: timeSlot, campaign, suspected } = request
  let draws = 0
  const requests = new CallbackRequests(database, {
    newReference() {
      draws++
      if (draws <= MOST_DRAWS) return reference
      throw new Error(`${reference} was stored by another program: run the same command again.`)
    },
  })
  const details = { form, name, phone, email, service, message, timeSlot } as CallbackDetails
  await requests.receive(details, {
    receivedAt,
    keptFrom,
    timeZone,
    campaign,
    suspected,
    noticeVersion: request.notice_version,
    language: request.language ?? undefined,
  })
}
