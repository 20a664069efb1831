import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase, testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import { promisedWindow } from '../../callback-request/calling/windows.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { Random } from '../../cli/demo/random.ts'
import { CallbackRequests } from './callback-requests.ts'
import { Callbacks } from './callbacks.ts'
import { type Database, isPostgres, openDatabase } from './database/open-database.ts'
import { openPostgres } from './database/open-postgres.ts'
import { Erasures } from './erasure.ts'
import { erasureListIn } from './erasure-list.ts'
import { lockNumbers } from './people-at-a-number.ts'
import { foldStored } from './stored-callback.ts'

const { calendar } = SUBMISSION
const WORKERS = 8
const STEPS_OF_EACH = 90

/** A busy machine is no fault of the store. A deadlock is found after one second all the same. */
const PATIENT = { connectMs: 60_000, statementMs: 60_000, queryMs: 60_000 }

/** Later than anything here. */
const NEVER = new Date('2100-01-01T00:00:00.000Z')

describeOnEachDatabase('Workers that post, call, undo, restore and erase at once', (newStore) => {
  test('leave each callback as its requests and changes make it, and lose no request; purges at once erase each once', async () => {
    const location = await newStore()
    const first = await opened(location)
    const second = isPostgres(first) ? await opened(location) : first
    // What the workers were told: by the end, all of it must be in the store.
    const told = { stored: new Set<string>(), erased: 0 }
    const clock = { now: SUBMISSION.receivedAt }
    await Promise.all(
      Array.from({ length: WORKERS }, (_, number) => work(number, number % 2 ? second : first, location, clock, told)),
    )

    const callbacks = await first.selectFrom('callbacks').selectAll().execute()
    const requests = await first.selectFrom('callback_requests').selectAll().execute()
    expect(requests.filter(({ reference }) => !told.stored.has(reference))).toEqual([])
    expect(requests.length).toBe(told.stored.size - told.erased)
    for (const callback of callbacks) {
      const folded = await foldStored(first, callback.id)
      // A restored request may have left it.
      const { promises: _, ...columns } = folded?.callback ?? { promises: [], status: 'spam' }
      expect(callback).toMatchObject(columns)
    }
    const byId = new Map(callbacks.map((callback) => [callback.id, callback]))
    for (const { callback, suspicion, number, person } of requests) {
      const own = byId.get(callback ?? '')
      // A suspected request has none, unless it became suspected with its callback.
      expect(suspicion !== null).toBe(own === undefined || own.status === 'spam')
      expect([own?.number ?? number, own?.person ?? person]).toEqual([number, person])
    }
    const open = callbacks.filter(({ settled_at }) => settled_at === null).map(({ person }) => person)
    expect(new Set(open).size).toBe(open.length)

    // As sweeps of several instances, which erase each request once.
    const purges = [first, second, first, second].map((database) => erasuresIn(database, location))
    const purged = await Promise.all(purges.map((erasures) => erasures.purge({ received: NEVER, kept: NEVER })))
    expect(purged.reduce((sum, erased) => sum + erased)).toBe(requests.length)
    for (const table of ['callbacks', 'callback_requests', 'request_words', 'attempts', 'notes'] as const) {
      expect(await first.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })
})

async function opened(location: string): Promise<Database> {
  const database = await (location.startsWith('postgres') ? openPostgres(location, PATIENT) : openDatabase(location))
  onTestFinished(() => database.destroy())
  return database
}

function erasuresIn(database: Database, location: string): Erasures {
  return new Erasures(database, isPostgres(database) ? undefined : erasureListIn(location))
}

async function work(
  number: number,
  database: Database,
  location: string,
  clock: { now: Date },
  told: { stored: Set<string>; erased: number },
): Promise<void> {
  const random = new Random(number)
  const now = () => clock.now
  const caller = { by: `worker-${number}`, client: null }
  let drawn = 0
  // One that is erased is not drawn again.
  const requests = new CallbackRequests(database, { newReference: () => `TEST-${number}-${++drawn}` })
  const callbacks = new Callbacks(database, calendar, now)
  const erasures = erasuresIn(database, location)
  const reported: { id: string; attempt: string }[] = []
  const chosen = () => {
    const slot = random.pick(TIME_SLOTS)
    return { slot, ...promisedWindow(slot, clock.now, calendar) }
  }
  const anyRequest = async (suspected: 0 | 1) => {
    const matching = database.selectFrom('callback_requests').where('suspicion', suspected ? 'is not' : 'is', null)
    const rows = await matching.select('reference').execute()
    return rows[random.below(rows.length)]?.reference ?? 'none'
  }
  const post = async () => {
    const phone = `000000000${random.below(4)}`
    const details = { ...DETAILS, phone, timeSlot: chosen().slot } as typeof DETAILS
    const receivedAt = new Date(clock.now.getTime() - random.below(100) * 60_000)
    const context = { ...SUBMISSION, receivedAt, suspicion: random.chance(0.3) ? 'links' : null } as const
    const result = await requests.receive(details, context)
    told.stored.add(result.ok ? result.reference : 'none')
  }
  const call = async () => {
    const id = await anyRequest(0)
    if (!(await callbacks.claim(id, caller, { early: true, instead: true })).ok || random.chance(0.2)) return
    const outcome = random.chance(0.3) ? 'spam' : random.pick(OUTCOMES)
    const once = random.chance(0.5) ? { key: `key-${random.below(20)}`, bodyHash: outcome } : undefined
    const report = { outcome, later: outcome === 'call_later' ? chosen() : undefined, note: 'Invented', once }
    const result = await callbacks.report(id, caller, report)
    if (result.ok) reported.push({ id, attempt: result.value.id })
  }
  const undo = async () => {
    const last = reported.pop()
    if (last) await callbacks.undo(last.id, caller, last.attempt)
  }
  const erase = async () => {
    const erased = await erasures.erase({ reference: await anyRequest(random.chance(0.7) ? 0 : 1) })
    told.erased += erased
  }
  const purge = async () => {
    const received = new Date(clock.now.getTime() - 60 * 60_000)
    const erased = await erasures.purge({ received, kept: NEVER })
    told.erased += erased
  }
  const restore = async () => callbacks.restore(await anyRequest(1), caller)
  const reopen = async () => callbacks.reopen(await anyRequest(0), caller, random.chance(0.5) ? chosen() : null)
  const reschedule = async () => callbacks.reschedule(await anyRequest(0), caller, chosen())
  const release = async () => callbacks.release(await anyRequest(0), caller, random.chance(0.5))
  const steps: (() => Promise<unknown>)[] = [post, call, undo, restore, erase, purge, reopen, reschedule, release]
  for (let step = 0; step < STEPS_OF_EACH; step++) {
    clock.now = new Date(clock.now.getTime() + random.below(20_000))
    await random.weighted(steps, [12, 10, 4, 5, 2, 1, 2, 1, 1])()
    await setImmediate()
  }
}

testOnPostgres(
  'While others use a number, who waits for it leaves connections for the visitors of other numbers, and waits 2.5 s at most',
  async (location) => {
    const database = await openedDatabase(location)
    const callbacks = new Callbacks(database, calendar, () => SUBMISSION.receivedAt)
    const receive = receiverIn(database)
    const ask = (phone: string) => receive({ phone })
    const held = await ask('0000000001')
    const { again, claims } = await database.transaction().execute(async (transaction) => {
      await lockNumbers(transaction, sql`(values ('0000000001')) as held (number)`)
      const tooLong = ask('0000000001')
      const claims = Array.from({ length: 12 }, (_, number) =>
        callbacks.claim(held, { by: `${number}`, client: null }, { early: true }),
      )
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(database)).rows).toHaveLength(4))
      // Some of them are in a group with that one.
      const posts = Array.from({ length: 30 }, (_, number) => ask(String(10 + number).padStart(10, '0')))
      expect(new Set(await Promise.all(posts)).size).toBe(30)
      await expect(tooLong).rejects.toThrow('The store is unavailable')
      return { again: ask('0000000001'), claims }
    })
    await again
    expect((await Promise.all(claims)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.selectFrom('callbacks').select('id').execute()).toHaveLength(31)
  },
)
