import { describe, expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { OutboxMessages } from '../outbox/outbox-messages.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { ErasureList } from './erasure-list.ts'
import type { ErasureSubject } from './erasure-subject.ts'
import { Erasures } from './erasures.ts'

const MINUTE_MS = 60_000
const later = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * MINUTE_MS)

/** A store, and what a test does with it. */
async function storeAt(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const requests = new CallbackRequests(database, { channels: ['webhook'] })
  const list = isPostgres(database) ? undefined : new ErasureList(`${location}/erasures.list`)
  return {
    location,
    database,
    requests,
    list,
    erasures: new Erasures(database, list),
    /** Receives a request so many minutes after the sample. */
    receive: async (minutes: number, details: Partial<CallbackDetails> = {}, idempotencyKey?: string) => {
      const context = { ...SUBMISSION, receivedAt: later(minutes), idempotencyKey }
      const result = await requests.receive({ ...DETAILS, ...details } as CallbackDetails, context)
      return result.ok ? result.reference : 'refused'
    },
    references: async () => (await Array.fromAsync(requests.all())).map(({ reference }) => reference),
    hashes: () => database.selectFrom('erasures').selectAll().execute(),
  }
}

describe('Erasing', () => {
  test('Whoever is named by e-mail, number or reference loses exactly the own requests', async () => {
    const subjects: [ErasureSubject, number[]][] = [
      [{ email: ' ASHA@Visitor.example ' }, [1]],
      [{ email: 'ÉLODIE@visitor.example' }, [2]],
      [{ phone: '+91 98765-43210' }, [0, 1]],
      [{ phone: '09876543210' }, [0, 1]],
      [{ phone: '3210' }, []],
      [{ email: '%' }, []],
      [{ reference: 'XXXX-XXXX' }, []],
    ]
    for (const [subject, erased] of subjects) {
      const { erasures, receive, references } = await storeAt(await temporaryDirectory())
      const all = [
        await receive(0, { email: 'ravi@visitor.example' }),
        await receive(1, { phone: '919876543210' }),
        await receive(2, { email: 'élodie@visitor.example', phone: '9876543211' }),
      ]
      expect(await erasures.erase(subject)).toBe(erased.length)
      expect(await references()).toEqual(all.filter((_, index) => !erased.includes(index)))
    }
  })

  test('A number is found however it was typed, also with the decimal part that the modal accepts', async () => {
    const { erasures, receive, references } = await storeAt(await temporaryDirectory())
    const other = await receive(0, { phone: '8765432100' })
    const pairs = [
      ['9876543210.00', '+91 98765-43210'],
      ['919876543210.0', '98765.43210'],
      ['9876543210.55', '9876543210'],
      ['.9876543210', '9876543210'],
      ['9876543210', '9876543210.0'],
    ] as const
    for (const [typed, phone] of pairs) {
      await receive(1, { phone: typed })
      expect(await erasures.erase({ phone }), typed).toBe(1)
    }
    expect(await references()).toEqual([other])
    await receive(1, { phone: '9876543210.0' })
    expect(await erasures.erase({ phone: '8765432100' })).toBe(1)
  })

  test('The purge keeps a request that a clock dated long before the store was made', async () => {
    const { erasures, receive, references } = await storeAt(await temporaryDirectory())
    const dated = await receive(-1_000 * 24 * 60)
    expect(await erasures.purge({ received: later(0), kept: later(0) })).toBe(0)
    expect(await references()).toEqual([dated])
  })

  test('The sweep erases requests that another program has listed and not erased', async () => {
    const { erasures, database, list, receive, references } = await storeAt(await temporaryDirectory())
    const [reference, other] = [await receive(0), await receive(1)]
    await erasures.finish()
    await erasures.erase({ reference })
    const rows = await database.selectFrom('callback_requests').selectAll().where('reference', '=', other).execute()
    expect(await erasures.finishLatest()).toBe(0)

    // Erased, listed and stored again, but not in the table: as after a crash between list and store.
    await erasures.erase({ reference: other })
    await database.insertInto('callback_requests').values(rows).execute()
    expect(await erasures.finishLatest()).toBe(0)
    expect(await references()).toEqual([other])
    if (!list) return
    const hashes = await list.hashes()
    await database
      .deleteFrom('erasures')
      .where('hash', '=', hashes.at(-1) ?? '')
      .execute()
    expect(await new Erasures(database, list).finishLatest()).toBe(1)
    expect(await references()).toEqual([])
  })

  test('A later request with the same reference as an erased one is not erased', async () => {
    const { erasures, database, receive, references } = await storeAt(await temporaryDirectory())
    const reference = await receive(0)
    await erasures.erase({ reference })
    await new CallbackRequests(database, { newReference: () => reference }).receive(DETAILS, {
      ...SUBMISSION,
      receivedAt: later(1),
    })
    expect(await erasures.finish()).toBe(0)
    expect(await references()).toEqual([reference])
  })

  test('The result of a message whose request was erased meanwhile leaves no trace', async () => {
    const { erasures, database, receive } = await storeAt(await temporaryDirectory())
    const outbox = new OutboxMessages(database)
    const reference = await receive(0)
    const [message] = await outbox.claim('webhook', { now: later(0), expiredLeases: [], limit: 1 })
    await erasures.erase({ reference })
    if (message === undefined) throw new Error('nothing was claimed')
    await outbox.recordResult(message, {
      status: 'waiting',
      failure: 'HTTP 500',
      dueAt: later(0),
      waitedSeconds: 1,
    })
    await outbox.release(message)
    expect(await database.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
    expect(await outbox.claim('webhook', { now: later(9), expiredLeases: [message.lease], limit: 1 })).toEqual([])
  })
})

describeOnEachDatabase('Erasing', (newStore) => {
  test('Erasing a request erases its messages and its key, and no others', async () => {
    const { erasures, database, receive } = await storeAt(await newStore())
    const reference = await receive(0, {}, 'key-1')
    const other = await receive(1, { email: 'other@visitor.example' }, 'key-2')
    expect(await erasures.erase({ reference })).toBe(1)
    const messages = await database.selectFrom('outbox_messages').select('reference').execute()
    expect(messages).toEqual([{ reference: other }])
    expect(await receive(2, { name: 'Another Invented' }, 'key-1')).not.toBe('refused')
    expect(await receive(3, { email: 'other@visitor.example' }, 'key-2')).toBe(other)
  })

  test('The purge erases requests that were received before its instant, over many pages', async () => {
    const { database, erasures, receive, references, hashes } = await storeAt(await newStore())
    await storeMany(database, 450)
    const young = [await receive(1), await receive(2)]
    expect(await erasures.purge({ received: later(1), kept: later(1) })).toBe(450)
    expect(await references()).toEqual(young)
    expect(await hashes()).toHaveLength(450)
    expect(await erasures.purge({ received: later(1), kept: later(1) })).toBe(0)
  })

  test('A listed request that returned, as from an old backup, is erased again without a new entry', async () => {
    const { erasures, database, list, receive, references, hashes } = await storeAt(await newStore())
    const reference = await receive(0)
    const rows = await database.selectFrom('callback_requests').selectAll().execute()
    const other = await receive(1)
    await erasures.erase({ reference })
    const before = [await hashes(), await list?.hashes()]
    await database.insertInto('callback_requests').values(rows).execute()
    expect(await references()).toEqual([reference, other])

    expect(await erasures.finish()).toBe(1)
    expect(await references()).toEqual([other])
    expect([await hashes(), await list?.hashes()]).toEqual(before)
  })
})
