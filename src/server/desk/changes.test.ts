import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { PostgresServer } from '../../../tests/support/database/postgres-server.ts'
import { openStream } from '../../../tests/support/open-stream.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { silenceable } from '../../../tests/support/silenceable.ts'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { describeRequiring } from '../../../tests/support/test-requirements.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'

/** A page hears of a change within this. Source: desk, section 9. */
const WITHIN = { timeout: 2_000, interval: 10 }

const EVERYTHING = 'event: changed\ndata: {"ids":[]}\n\n'

const changeOf = (...ids: string[]) => `event: changed\ndata: ${JSON.stringify({ ids })}\n\n`

/** A desk that listens, and a page that has heard what there was to hear at the start. */
async function openPage(location: string) {
  const desk = await startDeskListener(location)
  const coordinator = await desk.signedIn('coordinator')
  const stream = await openStream(await desk.app.listen({ port: 0 }), coordinator)
  let heard = 0
  return {
    ...desk,
    coordinator,
    /** What the page has heard since it last forgot. */
    heard: () => stream.text().slice(heard),
    forget: () => {
      heard = stream.text().length
    },
    async ask(phone: string) {
      const requests = new CallbackRequests(desk.database, { onStored: () => desk.ingestion.wake() })
      const result = await requests.receive({ ...DETAILS, phone, timeSlot: 'Anytime' }, SUBMISSION)
      if (!result.ok) throw new Error(result.refusal)
      return result.reference
    },
  }
}

describeOnEachDatabase('Within two seconds a page hears', (newStore) => {
  test('of a request that its own instance has stored', async () => {
    const page = await openPage(await newStore())
    const id = await page.ask('0000000001')
    await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), WITHIN)
    expect((await page.coordinator.get('/api/worklist')).json().counts.due).toBe(1)
  })

  test('of a request that another process has stored', async () => {
    const location = await newStore()
    const page = await openPage(location)
    const other = await startDeskListener(location)
    const requests = new CallbackRequests(other.database)
    const result = await requests.receive(DETAILS, SUBMISSION)
    const id = result.ok ? result.reference : ''
    await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), WITHIN)
    expect((await page.coordinator.get('/api/worklist')).json().counts.coming).toBe(1)
  })

  test('of each change of a callback, and of the one that a claim releases', async () => {
    const page = await openPage(await newStore())
    const { coordinator } = page
    const [a, b] = [await page.ask('0000000001'), await page.ask('0000000002')]
    await vi.waitFor(() => expect(page.heard()).toContain(b), WITHIN)
    const hears = async (ids: string[], change: () => Promise<{ statusCode: number }>) => {
      // Both ways of hearing of the last change are over.
      await vi.waitFor(() => expect(page.heard()).toMatch(/\n\n$/), WITHIN)
      page.forget()
      expect((await change()).statusCode).toBeLessThan(300)
      await vi.waitFor(() => {
        for (const id of ids) expect(page.heard()).toContain(id)
      }, WITHIN)
    }
    await hears([a], () => coordinator.post(`/api/callbacks/${a}/claim`))
    await hears([a, b], () => coordinator.post(`/api/callbacks/${b}/claim`))
    await hears([b], () => coordinator.post(`/api/callbacks/${b}/notes`, { text: 'Invented' }))
    await hears([b], () => coordinator.post(`/api/callbacks/${b}/outcomes`, { outcome: 'reached' }))
    await hears([b], () => coordinator.post(`/api/callbacks/${b}/undo`))
    await hears([b], () => coordinator.call({ method: 'DELETE', url: `/api/callbacks/${b}/claim` }))
  })

  test('of a change at another instance', async () => {
    const location = await newStore()
    const page = await openPage(location)
    const other = await startDeskListener(location)
    const person = await other.signedIn('coordinator')
    const id = await page.ask('0000000001')
    await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), WITHIN)
    page.forget()
    expect((await person.post(`/api/callbacks/${id}/claim`)).statusCode).toBe(200)
    await vi.waitFor(() => expect(page.heard()).toMatch(/event: changed/), WITHIN)
  })
})

test('On SQLite a page is not told to fetch everything because its own instance has written', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await openPage(
    await (await import('../../../tests/support/temporary-directory.ts')).temporaryDirectory(),
  )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const id = await page.ask('0000000001')
  await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), WITHIN)
  vi.advanceTimersByTime(1_000)
  setImmediate(resolve)
  await promise
  expect(page.heard()).not.toContain(EVERYTHING)
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'With PostgreSQL a page', () => {
  test('hears of each callback on every instance, and that everything may have changed when there are too many', async () => {
    const location = await newPostgresDatabase()
    const page = await openPage(location)
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    const other = await startDeskListener(location)
    const person = await other.signedIn('coordinator')
    const id = await page.ask('0000000001')
    await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), WITHIN)
    page.forget()
    expect((await person.post(`/api/callbacks/${id}/claim`)).statusCode).toBe(200)
    await vi.waitFor(() => expect(page.heard()).toBe(changeOf(id)), WITHIN)
  })

  test('is told to fetch everything when the connection breaks without a word, and hears again', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const page = await openPage(address)
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    page.forget()
    silence()
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    expect(page.logLines.join('')).toContain('changes by other instances are shown late')
  })

  test('is told to fetch everything when PostgreSQL is back, and requests are added again', async () => {
    const postgres = new PostgresServer()
    onTestFinished(() => postgres.remove())
    await postgres.create()
    const page = await openPage(await postgres.createDatabase())
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    await postgres.crash()
    page.forget()
    page.ingestion.wake()
    await vi.waitFor(() => expect(page.logLines.join('')).toContain('new requests cannot be added'), {
      timeout: 10_000,
    })
    await postgres.start()
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    const id = await page.ask('0000000001')
    await vi.waitFor(() => expect(page.heard()).toContain(changeOf(id)), { timeout: 10_000 })
  })

  test('does not delay the shutdown by a database that does not answer', async () => {
    const { address, silence } = await silenceable(await newPostgresDatabase())
    const page = await openPage(address)
    await vi.waitFor(() => expect(page.heard()).toContain(EVERYTHING), { timeout: 10_000 })
    silence()
    const begin = performance.now()
    await page.app.close()
    expect(performance.now() - begin).toBeLessThan(3_000)
  })
})
