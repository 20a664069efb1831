import { sql } from 'kysely'
import * as v from 'valibot'
import { CHANNELS } from '../../../callback-request/calling/messages.ts'
import { assumeOverdueMailed } from '../callbacks/overdue-callbacks.ts'
import type { Database } from '../database/open-database.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import { undeliveredMessages } from './undelivered-messages.ts'

const text = v.pipe(v.string(), v.nonEmpty())

/** The undelivered messages of a store, as `requests outbox --format json` writes them. */
const UndeliveredList = v.array(
  v.object({
    id: text,
    reference: text,
    channel: v.picklist(CHANNELS),
    status: v.picklist(['waiting', 'abandoned']),
    queued_at: text,
  }),
)

type UndeliveredList = v.InferOutput<typeof UndeliveredList>

/** Undefined when it is not such a list. */
export function undeliveredListIn(json: string): UndeliveredList | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), UndeliveredList), json)
  return parsed.success ? parsed.output : undefined
}

/** All messages that were not delivered, with what another store of the same requests must know of them. */
export async function undeliveredList(database: Database): Promise<UndeliveredList> {
  return v.parse(UndeliveredList, await undeliveredMessages(database))
}

/**
 * Gives the store of an earlier moment the notifications of a later one, so that nobody gets one twice and none is lost:
 * what waits here and is not on the list was delivered meanwhile; what is on the list is queued, under its id, if its
 * request is here. Mails about windows that are over were sent.
 */
export async function takeOverOutbox(database: Database, list: UndeliveredList, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const columns = ['id', 'reference', 'channel', 'status', 'queued_at'] as const
    const listed = rowsInParameter(transaction, 'outbox_messages', columns, list)
    await sql`
      update outbox_messages set status = 'delivered', settled_at = ${now.toISOString()}, lease = null
      where status = 'waiting' and id not in (select id from ${listed} as listed)`.execute(transaction)
    await sql`
      insert into outbox_messages (id, reference, channel, status, queued_at, due_at)
      select id, reference, channel, status, queued_at, queued_at from ${listed} as listed
      where reference in (select reference from callback_requests)
      on conflict do nothing
    `.execute(transaction)
    await assumeOverdueMailed(transaction, now)
  })
}
