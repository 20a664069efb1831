import type { Locator, Page } from '@playwright/test'
import type { Desk } from './desk-test.ts'
import { ASHA, MEERA, signIn } from './people.ts'

/** Stores a request of Ravi's, but for what is said, of so many hours ago. @returns its reference */
export const ask = (desk: Desk, details = {}, hoursAgo = 1) =>
  desk.receive(
    { name: 'Ravi Invented', phone: '0000000001', timeSlot: 'Anytime', ...details },
    { minutesAgo: 60 * hoursAgo },
  )

/** Stores a request of so many hours ago. */
export const askEarlier = (desk: Desk, name: string, phone: string, hoursAgo: number) =>
  ask(desk, { name, phone }, hoursAgo)

/** Stores a request of each of them, of whom the first waits longest and has the number that ends with 1. */
export async function askInTurn(desk: Desk, ...names: string[]) {
  for (const [at, name] of names.entries()) await askEarlier(desk, name, `000000000${at + 1}`, names.length - at)
}

/** Opens the worklist for a coordinator, and for a manager in another browser. @returns the manager's page */
export async function openForBoth(page: Page, desk: Desk, anotherPage: () => Promise<Page>): Promise<Page> {
  const meeras = await anotherPage()
  await signIn(page, desk, ASHA)
  await signIn(meeras, desk, MEERA)
  return meeras
}

/** Stands in for the browser's notifications, and gives those that a page has asked for, with their tags. */
export async function noticesOn(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = []
    class Notice {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(text: string, { tag }: NotificationOptions) {
        told.push(`${text} (${tag})`)
      }
    }
    Object.assign(window, { Notification: Notice, told })
  })
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told)
}

/** The rows of a table, without its head. */
export const rowsIn = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row')

/** The row of a person in the worklist. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** What the pane says of the selected person, under a heading with the name. */
export const aboutOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `About ${name}` }).filter({ has: page.getByRole('heading', { level: 2, name }) })

export const panelOf = (page: Page, name: string) => page.getByRole('region', { name: `Call with ${name}` })

/** The number in the call panel, which has the focus when a call begins. */
export const numberOf = (page: Page, name: string) => panelOf(page, name).locator('a[href^="tel:"]')

export const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Note for this call' })

export const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
export const alerted = (within: Page | Locator, text: string | RegExp) =>
  within.getByRole('alert').filter({ hasText: text })

/** What was saved last. */
export const saved = (page: Page) => status(page, /^Saved for /)

/** The heading of a page, and of a row. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const nameOf = (page: Page, name: string) => page.getByRole('heading', { level: 3, name, exact: true })

export const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')

/** Presses a button. Of the two that call the selected person, the one in the row. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** Lets no call of a path reach the server until the function is called that it returns. */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const isFree = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await isFree.promise
    await route.continue()
  })
  return isFree.resolve
}
