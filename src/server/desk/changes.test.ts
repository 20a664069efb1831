import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { PostgresServer } from '../../../tests/support/database/postgres-server.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import { openStream } from '../../../tests/support/open-stream.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { Changes } from '../storage/callbacks/changes.ts'
import { isPostgres, openDatabase } from '../storage/database/open-database.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'

/** A page hears of a change within this. Source: desk, section 9. */
const WITHIN = { timeout: 2_000, interval: 10 }

/** Starting takes longer on a busy machine. */
const EVENTUALLY = { timeout: 10_000, interval: 10 }

/** Another process, and what it does as a site does. */
async function openOther(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const changes = new Changes(database)
  const requests = new CallbackRequests(database, { onStored: () => changes.publish() })
  const ask = async () => {
    const result = await requests.receive({ ...DETAILS, timeSlot: 'Anytime' }, SUBMISSION)
    if (!result.ok) throw new Error(result.refusal)
    return result.reference
  }
  return { database, changes, ask }
}

/** A desk that listens, and a page of it. */
async function openPage(location: string) {
  const desk = await startCalls(location)
  const stream = await openStream(await desk.listen(), desk.coordinator)
  const events = () => stream.text().split('event: changed\ndata: {"ids":[]}\n\n').length - 1
  let known = events()
  return {
    ...desk,
    /** Waits until the page has heard of something since the last time. */
    hears: async (patience = WITHIN) => {
      await vi.waitFor(() => expect(events()).toBeGreaterThan(known), patience)
      known = events()
    },
  }
}

describeOnEachDatabase('Within two seconds a page hears', (newStore) => {
  test('of a request that another process has stored, of a claim and an erasure at its own instance and at another, and of an erasure by a command', async () => {
    const location = await newStore()
    const [page, other] = [await openPage(location), await openPage(location)]
    const manager = await page.signedIn('manager')
    const { database, ask } = await openOther(location)
    const heard = () => Promise.all([page.hears(), other.hears()])
    const [first, second] = [await ask(), await ask()]
    await heard()
    await manager.claim(first, { early: true })
    await heard()
    await manager.post(`/api/requests/${first}/erase`, { confirm: first })
    await heard()
    const third = await ask()
    await heard()
    const list = isPostgres(database) ? undefined : erasureListIn(location)
    expect(await new Erasures(database, list).erase({ reference: third })).toBe(1)
    await heard()
    expect((await page.coordinator.get(`/api/requests/${second}`)).statusCode).toBe(404)
  })

  test('nothing of changes by its own process from the store, which tells of others', async () => {
    const location = await newStore()
    const [{ changes, ask }, other] = [await openOther(location), await openOther(location)]
    const isTold = async (...asked: (() => Promise<unknown>)[]) => {
      await Promise.all(asked.map((one) => one()))
      await other.changes.close()
      await changes.close()
      return changes.byOthers()
    }
    expect(await isTold()).toBe(false)
    expect(await isTold(ask)).toBe(false)
    // Of both at once, the others' is heard, although ours is counted after it.
    expect(await isTold(ask, other.ask)).toBe(true)
    expect(await isTold()).toBe(false)
  })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A page hears of a change that was told while PostgreSQL was away',
  {},
  async () => {
    const postgres = new PostgresServer()
    onTestFinished(() => postgres.remove())
    await postgres.create()
    const page = await openPage(await postgres.createDatabase())
    const { database, changes } = await openOther(page.location)
    // Without it the crash itself would change the number.
    await sql`checkpoint`.execute(database)
    await postgres.crash()
    changes.publish()
    const warnings = () => page.logLines.filter((line) => line.includes('do not hear what has changed'))
    await vi.waitFor(() => expect(warnings()).toHaveLength(1), EVENTUALLY)
    // More than one question that is not answered.
    await delay(1_500)
    await postgres.start()
    await page.hears(EVENTUALLY)
    expect(warnings()).toHaveLength(1)
  },
)
