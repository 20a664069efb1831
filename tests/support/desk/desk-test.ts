import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { COMMAND_LINE } from '../../../src/server/storage/audit.ts'
import { openSqlite } from '../../../src/server/storage/database/open-sqlite.ts'
import { startBuiltServer } from '../built-server.ts'
import { test as base } from '../page/site.ts'
import { receiverIn } from '../receive.ts'
import { invite, type NewAccount, signInNew } from '../staff-accounts.ts'

const MOVABLE_CLOCK = new URL('movable-clock.ts', import.meta.url).href
/** A journey writes into the store however long the server is busy with it. */
const LOCK_TIMEOUT_MS = 30_000

/** Starts the built server with a desk as `startBuiltServer` does. @param environment what else its configuration says */
async function startDesk(environment: Record<string, string> = {}) {
  const server = await startBuiltServer({ DESK_PORT: '0', ...environment }, undefined, ['--import', MOVABLE_CLOCK])
  const database = await openSqlite(server.dataDirectory, { lockTimeoutMs: LOCK_TIMEOUT_MS })
  const now = () => new Date()
  return {
    address: server.desk,
    /** The public site's, from where requests arrive. */
    site: new URL(server.address),
    /** The desk's store, opened beside the server. */
    database,
    /** Stores a request as the public listener does, received now or so many minutes ago. */
    receive: receiverIn(database, { now }),
    /** Sets how far the server's clock is ahead. */
    setClockAhead: async (ms: number) => {
      const done = once(server.child, 'message')
      server.child.send(ms)
      await done
    },
    /** Makes an account without a password. @returns the path of the link to choose one */
    invite: async (account: NewAccount) =>
      `/invitation#${await invite({ database, at: now(), actor: COMMAND_LINE }, account)}`,
    /** Makes an account with the usual password, and starts a session of it, as `signInNew` does. */
    signInNew: (account: NewAccount) => signInNew(database, now, account),
    stop: async () => {
      await database.destroy()
      await server.stop()
    },
  }
}

/** A running callback desk with a store of its own. */
export type Desk = Omit<Awaited<ReturnType<typeof startDesk>>, 'stop'>

/** Refusals that the desk answers on purpose, and connections that a journey cuts; Chromium logs each as an error. */
const REFUSAL =
  /^Failed to load resource: (the server responded with a status of (401|404|409|410|422|429|503) |net::ERR_(FAILED|INCOMPLETE_CHUNKED_ENCODING))/

/**
 * Journeys at the callback desk, each on a server of its own. An error in the console, a report of the content security
 * policy, an exception that a page does not catch or a live region that arrives with its text fails the journey.
 */
export const test = base.extend<{
  /** What else the configuration of the desk's server says. */
  environment: Record<string, string>
  desk: Desk
  anotherPage: () => Promise<Page>
}>({
  environment: {},
  desk: async ({ environment }, use) => {
    const { stop, ...desk } = await startDesk(environment)
    await use(desk)
    await stop()
  },
  baseURL: ({ desk }, use) => use(desk.address),
  page: async ({ page }, use) => {
    const faults = await faultsOf(page)
    await use(page)
    expect(faults, 'errors of the page').toEqual([])
  },
  /** A page in another browser. */
  anotherPage: async ({ browser, desk }, use) => {
    const opened: { page: Page; faults: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: desk.address, reducedMotion: 'reduce' })
      const page = await context.newPage()
      opened.push({ page, faults: await faultsOf(page) })
      return page
    })
    for (const { page, faults } of opened) {
      await page.context().close()
      expect(faults, 'errors of the other page').toEqual([])
    }
  },
})

async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.addInitScript(reportLateRegions)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Screen readers announce a text reliably only where its live region was in the page before, and not hidden. */
function reportLateRegions() {
  const seen = new WeakSet<Element>()
  let heading: Element | null = null
  function report() {
    const isNewPage = heading !== document.querySelector('h1')
    heading = document.querySelector('h1')
    for (const region of document.querySelectorAll('[role="status"], [role="alert"]')) {
      // What stays until somebody closes it is on the next page too.
      const stays = region.textContent.endsWith('Close')
      const isLate = !seen.has(region) && region.textContent !== '' && !isNewPage && !stays
      if (isLate) console.error(`A live region came with its text: ${region.outerHTML}`)
      if (getComputedStyle(region).display === 'none') console.error(`A live region is hidden: ${region.outerHTML}`)
      seen.add(region)
    }
  }
  new MutationObserver(report).observe(document, { childList: true, subtree: true })
}
