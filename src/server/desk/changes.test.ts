import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { PostgresServer } from '../../../tests/support/database/postgres-server.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import { openStream } from '../../../tests/support/open-stream.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { silenceable } from '../../../tests/support/silenceable.ts'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { describeRequiring } from '../../../tests/support/test-requirements.ts'
import { createLogger } from '../logger.ts'
import { CHANGE_CHANNEL, GatheredNotices, notifyChanged } from '../storage/callbacks/change-notices.ts'
import { type Database, isPostgres, openDatabase } from '../storage/database/open-database.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'
import { ChangeFeed } from './event-streams.ts'
import { watchOtherProcesses } from './watch-other-processes.ts'

/** A page hears of a change within this. Source: desk, section 9. */
const WITHIN = { timeout: 2_000, interval: 10 }

/** Starting takes longer on a busy machine. */
const EVENTUALLY = { timeout: 10_000, interval: 10 }

/** A change of nothing, which shows that a page hears of changes. */
const MARK = 'MARK'

/** Stores a request as a site does. @returns its reference, and its callback's id */
async function askAt(database: Database, phone: string, onStored = (_callback: string) => {}) {
  const notices = new GatheredNotices(database)
  let id = ''
  const requests = new CallbackRequests(database, {
    onStored: (callback = '') => {
      id = callback
      onStored(callback)
      notices.add(callback)
    },
  })
  const result = await requests.receive({ ...DETAILS, phone, timeSlot: 'Anytime' }, SUBMISSION)
  if (!result.ok) throw new Error(result.refusal)
  return { reference: result.reference, id }
}

/** A desk that listens, and a page that has heard what there was to hear at the start. */
async function openPage(location: string) {
  const desk = await startCalls(location)
  const { changes, database } = desk
  const stream = await openStream(await desk.listen(), desk.coordinator)
  let forgotten = 0
  const events = () =>
    [...stream.text().matchAll(/event: changed\ndata: (.*)\n/g)].flatMap(([, data = '']) => {
      const { ids } = JSON.parse(data) as { ids: string[] }
      const others = ids.filter((id) => id !== MARK)
      return ids.length > 0 && others.length === 0 ? [] : [others]
    })
  const page = {
    ...desk,
    /** The ids in each event since the page last forgot. */
    heard: (): string[][] => events().slice(forgotten),
    forget: () => {
      forgotten = events().length
    },
    /** Whether the page fetches a callback again: it has heard of it, or that anything may have changed. */
    fetches: (id: string) => page.heard().some((ids) => ids.length === 0 || ids.includes(id)),
    /** Stores a request as this instance's site does. */
    ask: (phone: string) => askAt(database, phone, (callback) => changes.publish([callback])),
  }
  if (isPostgres(database)) {
    await vi.waitFor(async () => {
      await database.transaction().execute((transaction) => notifyChanged(transaction, [MARK]))
      expect(stream.text()).toContain(MARK)
    }, EVENTUALLY)
  }
  page.forget()
  return page
}

describeOnEachDatabase('Within two seconds a page hears', (newStore) => {
  test('of an erasure, at its own instance, at another, and by a command', async () => {
    const location = await newStore()
    const [page, other] = [await openPage(location), await openPage(location)]
    const manager = await page.signedIn('manager')
    const [first, second] = [await page.ask('0000000001'), await page.ask('0000000002')]
    for (const each of [page, other]) {
      await vi.waitFor(async () => expect((await each.worklist()).counts.due).toBe(2), EVENTUALLY)
    }
    await vi.waitFor(() => expect(page.fetches(second.id) && other.fetches(second.id)).toBe(true), EVENTUALLY)
    for (const each of [page, other]) each.forget()
    await manager.post(`/api/requests/${first.reference}/erase`, { confirm: first.reference })
    await vi.waitFor(() => {
      expect(page.heard()).toContainEqual([])
      expect(other.heard()).toContainEqual([])
    }, WITHIN)

    page.forget()
    const list = isPostgres(other.database) ? undefined : erasureListIn(location)
    await new Erasures(other.database, list).erase({ reference: second.reference })
    await vi.waitFor(() => expect(page.heard()).toContainEqual([]), WITHIN)
  })
})

test('Each change of a callback is told, and the callback that a claim releases', async () => {
  const { coordinator, changes, database, ask } = await startCalls()
  const [reference, other] = [await ask(), await ask({ phone: '0000000002' })]
  const ids = await database.selectFrom('callbacks').select(['id', 'first_reference']).execute()
  const idOf = (one: string) => ids.find(({ first_reference }) => first_reference === one)?.id ?? ''
  const [a, b] = [idOf(reference), idOf(other)]
  const heard: string[] = []
  changes.subscribe((changed) => void heard.push(...changed))
  const at = (id: string, call: string) => `/api/callbacks/${id}/${call}`
  const tells = async (told: string[], url: string, body?: object) => {
    const answer = await coordinator.post(url, body)
    expect([answer.statusCode < 300, heard.splice(0).sort()], url).toEqual([true, told.sort()])
    return answer.json()
  }
  await tells([a], at(a, 'claim'))
  await tells([a, b], at(b, 'claim'))
  await tells([b], at(b, 'notes'), { text: 'Invented' })
  const { attempt } = await tells([b], at(b, 'outcomes'), { outcome: 'reached' })
  await tells([b], at(b, 'undo'), { attempt: attempt.id })
  await tells([b], at(b, 'reschedule'), { day: '2026-11-21', time: '15:30' })
  await tells([a, b], at(a, 'claim'))
  await tells([a], at(a, 'outcomes'), { outcome: 'spam' })
  await tells([a], `/api/spam/${reference}/restore`)
  await tells([a], at(a, 'claim'))
  await tells([a], at(a, 'outcomes'), { outcome: 'reached' })
  await tells([a], at(a, 'reopen'))
  await tells([a], at(a, 'claim'))
  await coordinator.delete(at(a, 'claim'))
  expect(heard).toEqual([a])
})

test('On SQLite changes by its own process do not make a page fetch everything', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, location } = await startDeskListener()
  const other = await openDatabase(location)
  onTestFinished(() => other.destroy())
  const logger = createLogger('silent', { write: () => {} })
  const changes = new ChangeFeed()
  const heard: (readonly string[])[] = []
  changes.subscribe((ids) => heard.push(ids))
  const watch = await watchOtherProcesses({ database, databaseUrl: null, changes, logger })
  const afterWriting = async (store: Database, id: number) => {
    await store.insertInto('desk_state').values({ id, started_at: '' }).execute()
    vi.advanceTimersByTime(1_000)
    // Answered after the check's query.
    await database.selectFrom('desk_state').select('id').execute()
    return heard
  }
  watch.start()
  expect(await afterWriting(database, 2)).toEqual([])
  expect(await afterWriting(other, 3)).toEqual([[]])
  expect(await afterWriting(database, 4)).toEqual([[]])
  watch.close()
  expect(await afterWriting(other, 5)).toEqual([[]])
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'With PostgreSQL a page', () => {
  test('ignores a notice of any other text, is warned once, and hears of later changes', async () => {
    const page = await openPage(await newPostgresDatabase())
    for (const text of ['x', '', 'null', '7', '{}', '[null]', '[7]', '{"ids":', '\\u0000']) {
      await sql`select pg_notify(${CHANGE_CHANNEL}, ${text})`.execute(page.database)
    }
    await page.database.transaction().execute((transaction) => notifyChanged(transaction, ['later']))
    await vi.waitFor(() => expect(page.heard()).toEqual([['later']]), WITHIN)
    expect(page.logLines.filter((line) => line.includes('cannot be read'))).toHaveLength(1)
  })

  test('hears on another instance which callback has changed, or that there are too many', async () => {
    const location = await newPostgresDatabase()
    const [page, other] = [await openPage(location), await openPage(location)]
    const { id } = await page.ask('0000000001')
    for (const each of [page, other]) await vi.waitFor(() => expect(each.heard()).toEqual([[id]]), WITHIN)
    await page.coordinator.claim(id)
    for (const each of [page, other]) await vi.waitFor(() => expect(each.heard()).toEqual([[id], [id]]), WITHIN)
    const many = Array.from({ length: 800 }, (_, index) => String(index).padStart(9, '0'))
    await page.database.transaction().execute((transaction) => notifyChanged(transaction, many))
    await vi.waitFor(() => expect(other.heard()).toEqual([[id], [id], []]), WITHIN)
  })

  test('fetches everything after the connection has broken without a word', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const page = await openPage(address)
    silence()
    await vi.waitFor(() => expect(page.heard()).toContainEqual([]), EVENTUALLY)
    expect(page.logLines.join('')).toContain('changes by other instances are shown late')
  })

  test('fetches everything when PostgreSQL is back, and hears of new requests again', async () => {
    const postgres = new PostgresServer()
    onTestFinished(() => postgres.remove())
    await postgres.create()
    const page = await openPage(await postgres.createDatabase())
    await postgres.crash()
    await vi.waitFor(() => expect(page.logLines.join('')).toContain('are shown late'), EVENTUALLY)
    expect(page.heard()).toEqual([])
    await postgres.start()
    await vi.waitFor(() => expect(page.heard()).toEqual([[]]), EVENTUALLY)
    const { id } = await page.ask('0000000001')
    await vi.waitFor(() => expect(page.heard().flat()).toContain(id), EVENTUALLY)
  })
})
