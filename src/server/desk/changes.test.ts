import { expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'
import { openStream } from '../../../tests/support/open-stream.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { Changes } from '../storage/database/changes.ts'
import { isPostgres } from '../storage/database/open-database.ts'
import { Erasures } from '../storage/erasure.ts'
import { erasureListIn } from '../storage/erasure-list.ts'

/** A page hears of a change within this. Source: desk, section 9. */
const WITHIN = { timeout: 2_000, interval: 10 }

/** Another process, and what it does as a site does. */
async function openOther(location: string) {
  const database = await openedDatabase(location)
  const changes = new Changes(database)
  const receive = receiverIn(database, { onStored: () => changes.publish() })
  return { database, changes, ask: () => receive({ timeSlot: 'Anytime' }) }
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
    hears: async () => {
      await vi.waitFor(() => expect(events()).toBeGreaterThan(known), WITHIN)
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
      await other.changes.tellOthers()
      await changes.tellOthers()
      return changes.byOthers()
    }
    expect(await isTold()).toBe(false)
    expect(await isTold(ask)).toBe(false)
    // Of both at once, the others' is heard, although ours is counted after it.
    expect(await isTold(ask, other.ask)).toBe(true)
    expect(await isTold()).toBe(false)
  })
})
