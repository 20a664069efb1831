import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storePastCallbacks } from '../../../../tests/support/desk/past-callbacks.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { openDatabase } from '../database/open-database.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { startDesk } from './desk-start.ts'
import { columnsOf, foldStored } from './stored-callback.ts'

const NOW = SUBMISSION.receivedAt
/** Anytime is due for 24 hours from its receipt. */
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 60 * 60_000)
const OLD = new Date(hoursAgo(96).getTime() - 1)

describeOnEachDatabase('The first start of the desk', (newStore) => {
  async function store() {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    return {
      database,
      ask: (phone: string, receivedAt: Date) =>
        new CallbackRequests(database).receive(
          { ...DETAILS, phone, timeSlot: 'Anytime' },
          { ...SUBMISSION, receivedAt },
        ),
      statuses: async () => {
        const rows = await database
          .selectFrom('callbacks')
          .selectAll()
          .orderBy('phone_key')
          .orderBy('opened_at')
          .execute()
        for (const row of rows) {
          const folded = await foldStored(database, row.id)
          expect(row).toMatchObject(folded ? columnsOf(folded.callback) : {})
        }
        return rows.map(({ status }) => status)
      },
    }
  }

  test('settles once what was due more than 72 hours before', async () => {
    const { database, ask, statuses } = await store()
    await ask('0000000001', OLD)
    await ask('0000000002', hoursAgo(96))
    await startDesk(database, NOW)
    expect(await statuses()).toEqual(['before_desk', 'new'])
    await ask('0000000001', NOW)
    await startDesk(database, new Date(NOW.getTime() + 1))
    expect(await statuses()).toEqual(['before_desk', 'new', 'new'])
  })

  test('settles more than one transaction takes', async () => {
    const { database, statuses } = await store()
    const old = { receivedAt: OLD, slot: 'Anytime', calledAfter: null, status: 'new', campaign: null } as const
    const callbacks = Array.from({ length: 501 }, () => ({ ...old, service: 'Rhinoplasty' as const }))
    await storePastCallbacks(database, callbacks)
    await Promise.all([startDesk(database, NOW), startDesk(database, NOW)])
    expect(new Set(await statuses())).toEqual(new Set(['before_desk']))
    expect(await database.selectFrom('attempts').select('id').execute()).toHaveLength(501)
  })

  test('leaves a callback that somebody has asked for again since', async () => {
    const { database, ask, statuses } = await store()
    await ask('0000000001', OLD)
    await ask('0000000001', NOW)
    await startDesk(database, NOW)
    expect(await statuses()).toEqual(['new'])
  })
})
