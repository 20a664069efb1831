import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { sharedPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DEPARTMENT, DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { BUCKETS } from '../../../callback-request/calling/buckets.ts'
import { SERVICES } from '../../../callback-request/services.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { erasureListIn } from '../erasure/erasure-list.ts'
import { Erasures } from '../erasure/erasures.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { copyStore } from '../transfer/copy-store.ts'
import { Calls } from './calls.ts'
import { ingest, startIngestion } from './ingest.ts'
import { SuspectedRequests } from './suspected-requests.ts'
import { Worklist } from './worklist.ts'

const { timeZone } = DEPARTMENT
const CALLER = { by: 'ravi', client: null }
const at = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * 60_000)
/** After all requests, in the evening of their day. */
const NOW = at(500)

/** Few minutes, so that some requests come in the same one; and some before what the desk ingests. */
const minute = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -4_400, max: 480 }))

/** What happens to a store. A number chooses one of the callbacks or requests that there are. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      minute,
      number: fc.integer({ min: 0, max: 1 }),
      service: fc.constantFrom(...SERVICES, null),
      slot: fc.constantFrom(...TIME_SLOTS),
      campaign: fc.option(fc.uuid()),
      suspected: fc.boolean(),
      isIngested: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ingest' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('spam' as const, 'book' as const, 'undo' as const, 'restore' as const, 'erase' as const),
      which: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), minute }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function opened(location: string) {
  const database = await openDatabase(location)
  const list = isPostgres(database) ? undefined : erasureListIn(location)
  const requests = new CallbackRequests(database)
  const erasures = new Erasures(database, list)
  const calls = new Calls(database, timeZone, () => NOW)
  const spam = new SuspectedRequests(database, timeZone, () => NOW)
  await startIngestion(database, at(0))

  async function one(table: 'callbacks' | 'suspected' | 'requests', which: number): Promise<string> {
    const callbacks = database.selectFrom('callbacks').select('id').orderBy('id')
    const references = database.selectFrom('callback_requests').select('reference as id')
    const requests = references.orderBy('received_at', 'desc').orderBy('reference', 'desc')
    const suspected = requests.where('suspected', '=', 1)
    const rows = await { callbacks, suspected, requests }[table].execute()
    return rows[which % rows.length]?.id ?? 'none'
  }

  /** What each callback has from its requests, as its row says, and as the requests say. */
  async function columns() {
    const stored = await database
      .selectFrom('callbacks')
      .select(['id', 'asked', 'service', 'first_service', 'first_slot', 'first_campaign'])
      .orderBy('id')
      .execute()
    const all = await database
      .selectFrom('callback_requests')
      .select(['callback', 'service', 'time_slot', 'campaign'])
      .orderBy('received_at')
      .orderBy('reference')
      .execute()
    const recomputed = stored.map(({ id }) => {
      const own = all.filter(({ callback }) => callback === id)
      const campaigns = own.map(({ campaign }) => JSON.parse(campaign ?? '{}').campaign).filter(Boolean)
      return {
        id,
        asked: own.length,
        service: own.at(-1)?.service,
        first_service: own[0]?.service,
        first_slot: own[0]?.time_slot,
        first_campaign: campaigns[0] ?? null,
      }
    })
    return { stored, recomputed }
  }

  const take: { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>) => Promise<unknown> } = {
    ask: async ({ minute, number, service, slot, campaign: name, suspected, isIngested }) => {
      const visitor = { name: 'Asha Invented', phone: `000000000${number}`, email: DETAILS.email, timeSlot: slot }
      const form = service === null ? { form: 'contact', message: 'Invented' } : { form: 'appointment', message: null }
      const details = { ...visitor, ...form, service } as CallbackDetails
      const campaign = { source: 'letter', medium: null, campaign: name, term: null, content: null }
      await requests.receive(details, { ...SUBMISSION, receivedAt: at(minute), suspected, campaign })
      if (isIngested) await ingest(database, timeZone)
    },
    ingest: () => ingest(database, timeZone),
    spam: async ({ which }) => {
      const id = await one('callbacks', which)
      await calls.claim(id, CALLER, true)
      await calls.report(id, CALLER, { outcome: 'spam' })
    },
    book: async ({ which }) => {
      const id = await one('callbacks', which)
      await calls.claim(id, CALLER, true)
      await calls.report(id, CALLER, { outcome: 'booked' })
    },
    undo: async ({ which }) => calls.undo(await one('callbacks', which), CALLER),
    restore: async ({ which }) => spam.restore(await one('suspected', which), CALLER),
    erase: async ({ which }) => erasures.erase({ reference: await one('requests', which) }),
    purge: ({ minute }) => erasures.purge(at(minute), NOW),
  }

  return {
    database,
    [Symbol.asyncDispose]: () => database.destroy(),
    columns,
    async expectColumns() {
      const { stored, recomputed } = await columns()
      expect(stored).toEqual(recomputed)
    },
    take: (step: Step) => (take[step.kind] as (step: Step) => Promise<unknown>)(step),
    /** Fails unless the worklist of each service has exactly the rows that show it. */
    async expectFilter() {
      const worklist = new Worklist(database, timeZone)
      const page = { now: NOW, viewer: CALLER.by, limit: 100 }
      const { stored } = await columns()
      for (const service of new Set(stored.flatMap(({ service }) => service ?? []))) {
        const counts = await worklist.counts(NOW, service)
        for (const bucket of BUCKETS) {
          const { rows } = await worklist.page(bucket, page)
          const filtered = await worklist.page(bucket, { ...page, service })
          expect(filtered.rows).toEqual(rows.filter((row) => row.service === service))
          expect(counts[bucket]).toBe(filtered.rows.length)
        }
      }
    },
  }
}

const ASK = {
  kind: 'ask',
  number: 0,
  slot: 'Anytime',
  service: null,
  campaign: null,
  suspected: false,
  isIngested: true,
} as const

describeOnEachDatabase('What a callback has from its requests', (newStore) => {
  test('is the service of the newest, also within a millisecond', async () => {
    await using store = await opened(await newStore())
    const shown = async () => (await store.columns()).stored.map(({ service }) => service)
    await store.take({ ...ASK, minute: 5, service: 'Rhinoplasty' })
    expect(await shown()).toEqual(['Rhinoplasty'])
    await store.take({ ...ASK, minute: 3, service: 'Liposuction' })
    expect(await shown()).toEqual(['Rhinoplasty'])
    await store.take({ ...ASK, minute: 7 })
    expect(await shown()).toEqual([null])
    await store.take({ ...ASK, minute: 8, service: 'Rhinoplasty', isIngested: false })
    await store.take({ ...ASK, minute: 9, service: 'Liposuction' })
    expect(await shown()).toEqual(['Liposuction'])
    await store.take({ kind: 'purge', minute: 4 })
    expect(await shown()).toEqual(['Liposuction'])
    // References are random, so that some of these come before the earlier ones.
    for (let once = 0; once < 16; once++) {
      const [service, slot] =
        once % 2 ? (['Rhinoplasty', '10:00am-12:00pm'] as const) : (['Liposuction', 'Anytime'] as const)
      await store.take({ ...ASK, minute: 9, service, slot, campaign: `Campaign ${once}` })
      await store.expectColumns()
    }
    for (let once = 0; once < 18; once++) {
      await store.take({ kind: 'erase', which: 0 })
      await store.expectColumns()
    }
    expect(await shown()).toEqual([null])
  })

  test('is the service and slot of the first, and the campaign of the first that has one', async () => {
    await using store = await opened(await newStore())
    const shown = async () => {
      const [row] = (await store.columns()).stored
      return row && [row.first_service, row.first_slot, row.first_campaign]
    }
    await store.take({ ...ASK, minute: 5, service: 'Brow Lift', slot: '10:00am-12:00pm' })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', null])
    await store.take({ ...ASK, minute: 8, service: 'Rhinoplasty', campaign: 'summer' })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', 'summer'])
    await store.take({ ...ASK, minute: 7, campaign: 'spring' })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', 'spring'])
    await store.take({ ...ASK, minute: 9, campaign: 'autumn' })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', 'spring'])
    await store.take({ ...ASK, minute: 4, service: 'Liposuction', slot: '08:00pm-10:00pm', suspected: true })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', 'spring'])
    await store.take({ kind: 'restore', which: 0 })
    expect(await shown()).toEqual(['Liposuction', '08:00pm-10:00pm', 'spring'])
    await store.take({ kind: 'purge', minute: 5 })
    expect(await shown()).toEqual(['Brow Lift', '10:00am-12:00pm', 'spring'])
    await store.take({ kind: 'purge', minute: 8 })
    expect(await shown()).toEqual(['Rhinoplasty', 'Anytime', 'summer'])
  })

  test('is right after more requests than one step joins were restored into an open callback', async () => {
    await using store = await opened(await newStore())
    for (let minute = 0; minute < 60; minute++) {
      await store.take({ ...ASK, minute, slot: '10:00am-12:00pm', campaign: `Campaign ${minute}`, isIngested: false })
    }
    await store.take({ kind: 'ingest' })
    await store.take({ kind: 'ingest' })
    await store.take({ kind: 'spam', which: 0 })
    await store.take({ ...ASK, minute: 100 })
    await store.take({ kind: 'restore', which: 0 })
    const { stored } = await store.columns()
    expect(stored).toMatchObject([{ asked: 61, first_slot: '10:00am-12:00pm', first_campaign: 'Campaign 0' }])
    await store.expectColumns()
  })

  test('is always as its requests have it, and the worklist of a service has the rows that show it', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      await using store = await opened(await newStore())
      for (const step of steps) {
        await store.take(step)
        await store.expectColumns()
      }
      await store.expectFilter()
    })
    await fc.assert(property, { numRuns: 12, endOnFailure: true })
  }, 60_000)
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'What a callback has from its requests, in two stores,', () => {
  const newTarget = sharedPostgresDatabase()
  const stepOfTwo = fc.oneof(
    { weight: 4, arbitrary: fc.record({ store: fc.constantFrom('from' as const, 'to' as const), step }) },
    { weight: 1, arbitrary: fc.constant('copy' as const) },
  )

  test('comes from those that only the target has, too, when the row comes from the source', async () => {
    const directory = await temporaryDirectory()
    await using from = await opened(directory)
    await using to = await opened(await newTarget())
    const copy = () => copyStore(from.database, erasureListIn(directory), to.database)
    await from.take({ ...ASK, minute: 1, service: 'Rhinoplasty', campaign: 'spring' })
    await from.take({ ...ASK, minute: 3, slot: '10:00am-12:00pm' })
    await copy()
    // As many requests as in the source.
    await to.take({ kind: 'purge', minute: 2 })
    await to.take({ ...ASK, minute: 5, service: 'Liposuction', campaign: 'autumn' })
    await from.take({ kind: 'book', which: 0 })
    await copy()
    const rows = await to.database
      .selectFrom('callbacks')
      .select(['status', 'service', 'first_service', 'first_slot', 'first_campaign'])
      .execute()
    const first = { first_service: null, first_slot: '10:00am-12:00pm', first_campaign: 'autumn' }
    expect(rows).toEqual([{ status: 'booked', service: 'Liposuction', ...first }])
  })

  test('is as the requests of the target have it after each copy', async () => {
    const property = fc.asyncProperty(fc.array(stepOfTwo, { minLength: 10, maxLength: 50 }), async (steps) => {
      const directory = await temporaryDirectory()
      await using from = await opened(directory)
      await using to = await opened(await newTarget())
      for (const each of [...steps, 'copy' as const]) {
        if (each === 'copy') await copyStore(from.database, erasureListIn(directory), to.database)
        else await { from, to }[each.store].take(each.step)
        await to.expectColumns()
      }
      await to.expectFilter()
    })
    await fc.assert(property, { numRuns: 12, endOnFailure: true })
  }, 60_000)
})
