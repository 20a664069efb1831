import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { openDatabase } from '../database/open-database.ts'
import { Erasures } from '../erasure/erasures.ts'
import { CallbackRequests } from './callback-requests.ts'
import { shiftKeptFrom } from './shift-kept-from.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const later = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * MINUTE_MS)

describeOnEachDatabase('When the clock was wrong at receipt,', (newStore) => {
  async function store() {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    return {
      database,
      requests,
      erasures: new Erasures(database, undefined),
      /** Receives a request so many minutes after the sample, by the clock. */
      receive: async (minutes: number) => {
        const result = await requests.receive(DETAILS, { ...SUBMISSION, receivedAt: later(minutes) })
        return result.ok ? result.reference : 'refused'
      },
      references: async () => (await Array.fromAsync(requests.all())).map(({ reference }) => reference),
    }
  }

  const [now, monthAgo] = [later(60), later(60 - 30 * DAY_MINUTES)]

  test('a request that came after others is kept as long as they are, and exported as the clock dated it', async () => {
    const { erasures, requests, receive, references } = await store()
    const first = await receive(0)
    const misdated = await receive(-1_000 * DAY_MINUTES)
    expect(await erasures.purge(monthAgo, now)).toBe(0)
    const stored = await Array.fromAsync(requests.all())
    expect(stored.map(({ reference, received_at }) => [reference, received_at])).toEqual([
      [misdated, later(-1_000 * DAY_MINUTES).toISOString()],
      [first, later(0).toISOString()],
    ])
    expect(await erasures.purge(later(1), later(30 * DAY_MINUTES))).toBe(2)
    expect(await references()).toEqual([])
  })

  test('a request is kept also when those before it have been erased since', async () => {
    const { erasures, receive, references } = await store()
    const first = await receive(0)
    const misdated = await receive(-1_000 * DAY_MINUTES)
    await erasures.erase({ reference: first })
    expect(await erasures.purge(monthAgo, now)).toBe(0)
    expect(await references()).toEqual([misdated])
  })

  test('requests of a wrong clock are kept longer by as much as the clock was put forward, and no others', async () => {
    const { database, erasures, receive, references } = await store()
    const before = await receive(-1_001 * DAY_MINUTES)
    const misdated = await receive(-1_000 * DAY_MINUTES)
    const after = await receive(0)
    const from = later(-1_000 * DAY_MINUTES - 1)
    const until = later(-1_000 * DAY_MINUTES + 1)
    await shiftKeptFrom(database, { from, until, byMs: 1_000 * DAY_MINUTES * MINUTE_MS })
    expect(await erasures.purge(monthAgo, now)).toBe(1)
    expect(await references()).toEqual([misdated, after])
    expect(before).not.toBe(misdated)
    const rows = await database.selectFrom('callback_requests').select(['reference', 'kept_from']).execute()
    expect(rows.find(({ reference }) => reference === misdated)?.kept_from).toBe(later(0).toISOString())
    expect(await erasures.purge(later(0), later(30 * DAY_MINUTES))).toBe(0)
    expect(await erasures.purge(later(1), later(30 * DAY_MINUTES))).toBe(2)
  })

  test('a request dated in the future delays the purge of later ones only until it is erased', async () => {
    const { erasures, receive, references } = await store()
    const future = await receive(40_000 * DAY_MINUTES)
    const later1 = await receive(0)
    const yearLater = later(400 * DAY_MINUTES)
    expect(await erasures.purge(later(30 * DAY_MINUTES), yearLater)).toBe(0)
    expect(await erasures.latestReceivedAfter(yearLater)).toBe(future)
    await erasures.erase({ reference: future })
    expect(await erasures.latestReceivedAfter(yearLater)).toBeUndefined()
    expect(await references()).toEqual([later1])
    expect(await erasures.purge(later(30 * DAY_MINUTES), yearLater)).toBe(1)
  })

  test('clocks of instances that differ by minutes change nothing', async () => {
    const { database, receive } = await store()
    await receive(4)
    await receive(0)
    const rows = await database.selectFrom('callback_requests').select('kept_from').execute()
    expect(rows).toEqual([{ kept_from: null }, { kept_from: null }])
  })
})
