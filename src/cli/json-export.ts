import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { CAMPAIGN_PARTS } from '../callback-request/campaign.ts'
import { referenceIn } from '../callback-request/reference.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { TIME_SLOTS } from '../callback-request/time-slots.ts'
import type { ImportedRequest } from '../server/storage/transfer/import-requests.ts'

/** Writes one JSON array with a request on each line, while the requests are read. */
export async function* jsonOf(requests: AsyncIterable<StoredRequest>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const request of requests) {
    yield separator + JSON.stringify(request)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

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

/**
 * Reads what `jsonOf` has written, request by request.
 *
 * @param mistakes gets a line for each that is none, without personal data
 * @throws a Node error when the file cannot be read
 */
export async function* requestsIn(file: string, mistakes: string[]): AsyncGenerator<ImportedRequest> {
  let number = 0
  for await (const line of createInterface(createReadStream(file))) {
    number++
    if (/^\[?\]?$/.test(line)) continue
    const parsed = v.safeParse(ExportedRequest, jsonIn(line.replace(/,$/, '')))
    if (parsed.success) yield parsed.output
    else mistakes.push(`Line ${number} of ${file} is not a request of "export --format json".`)
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
