import { sql } from 'kysely'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { startDesk } from '../../src/server/storage/overdue.ts'
import { receiverIn } from './receive.ts'
import { SUBMISSION } from './samples.ts'

/** A request of a person whose number identifies every trace of it: also backwards and before a date it is no other's. */
export interface Canary {
  person: number
  reference: string
}

/** The address that every second canary request comes from, or as a test says. */
export const MANY = 'many@visitor.example'

/**
 * Stores requests in whose every text there is a canary; some of them come from `MANY`. Received at `SUBMISSION`'s
 * instant, and a minute after one another. Each has a callback with a note and a call.
 *
 * @param location as `openDatabase` takes it; a server may be running there
 * @param everyNth which of them `MANY` sends, from the first on
 */
export async function receiveCanaries(location: string, count: number, everyNth = 2): Promise<Canary[]> {
  const database = await openDatabase(location)
  const receive = receiverIn(database, { channels: ['webhook'] })
  const canaries = await Promise.all(
    Array.from({ length: count }, async (_, person) => {
      const contact = {
        form: 'contact',
        name: `canary-name-${person}.`,
        phone: String(7_123_400_000 + person),
        email: person % everyNth === 0 ? MANY : `canary-email-${person}@visitor.example`,
        service: null,
        message: `canary-message-${person}. ${'x'.repeat((person * 97) % 900)}`,
        timeSlot: 'Anytime',
      } as const
      // In such an order, and so long, that the index rearranges its pages: then copies stay behind in the gaps.
      const idempotencyKey = `canary-key-${person}.${crypto.randomUUID()}`
      return { person, reference: await receive(contact, { minutesAgo: -person, idempotencyKey }) }
    }),
  )
  const at = SUBMISSION.receivedAt.toISOString()
  const ofCallback = sql`lower(hex(randomblob(16))), callback, 'ravi', ${at}`
  await sql`insert into notes (id, callback, by, at, text)
    select ${ofCallback}, replace(message, 'message', 'note') from callback_requests`.execute(database)
  await sql`insert into attempts (id, callback, by, at, revision, what, idempotency_key, body_hash)
    select ${ofCallback}, 2, 'no_answer', replace(name, 'name', 'call'), replace(name, 'name', 'hash')
    from callback_requests`.execute(database)
  await startDesk(database, SUBMISSION.receivedAt)
  await database.destroy()
  return canaries
}

/** The persons of whom something is left in these bytes: text, phone number or reference. */
export function tracesOf(canaries: readonly Canary[], bytes: string): string[] {
  const found = new Set([...bytes.matchAll(/canary-[a-z]+-(\d+)[.@]/g)].map(([, person]) => Number(person)))
  return canaries.flatMap(({ person, reference }) => [
    ...(found.has(person) ? [`text of ${person}`] : []),
    ...(bytes.includes(String(7_123_400_000 + person)) ? [`phone of ${person}`] : []),
    ...(bytes.includes(reference) ? [`reference of ${person}`] : []),
  ])
}
