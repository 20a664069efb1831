import { startDesk } from '../../src/server/storage/callbacks/desk-start.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
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
  const rows = await database.selectFrom('callback_requests').select(['reference', 'callback']).execute()
  const callbacks = new Map(rows.map(({ reference, callback }) => [reference, callback ?? '']))
  const history = ({ reference }: Canary) => ({
    id: crypto.randomUUID(),
    callback: callbacks.get(reference) ?? '',
    by: 'ravi',
    at: SUBMISSION.receivedAt.toISOString(),
  })
  const notes = canaries.map((canary) => ({
    ...history(canary),
    text: `canary-note-${canary.person}. ${'x'.repeat((canary.person * 89) % 500)}`,
  }))
  await database.insertInto('notes').values(notes).execute()
  const attempts = canaries.map((canary) => ({
    ...history(canary),
    revision: 2,
    what: 'no_answer' as const,
    idempotency_key: `canary-call-${canary.person}.`,
    body_hash: `canary-hash-${canary.person}.`,
  }))
  await database.insertInto('attempts').values(attempts).execute()
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
