import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import SqliteFile from 'better-sqlite3'
import type { Content } from '../../../src/content/content.ts'
import { say } from '../../../src/content/fill.ts'
import { answerCalls } from './calls.ts'
import { contact, type Form, fill, formsIn, press, status } from './forms.ts'
import { bar, modal, openHome } from './home-page.ts'
import { RATE_LIMIT_MAX, type Site } from './running-site.ts'

/** Brings a page that is 320 px wide into a state that a visitor can see, in which it stays when it becomes wider. */
type Arrive = (page: Page, site: Site) => Promise<unknown>

/** A long name without a space, as some languages have them, and a long address: neither may widen the page. */
const LONG = {
  fullname: 'Wolfeschlegelsteinhausenbergerdorff-Hubert-Blaine-von-Rhododendronblütenstaub',
  email: 'a.very.long.address.that.nobody.would.want.to.type@subdomain.of.a.long.domain.example',
}

/** Every state of the site in a language, with script. */
export function statesIn(content: Content): Record<string, Arrive> {
  const { path: home } = content
  const [appointment, contact] = formsIn(content)
  const sending = async (page: Page, form: Form) => {
    await answerCalls(page, form, 'silence')
    await send(page, form)
    await expect(status(form.in(page))).toHaveText(say('Sending...', content.forms.translations))
  }
  return {
    'The home page': (page) => openHome(page, home),
    'The appointment form, empty': (page) => openBar(page, appointment),
    'The appointment form with all its messages': async (page) => {
      await openBar(page, appointment)
      await press(page, appointment)
    },
    'The appointment form with long texts': (page) =>
      send(page, appointment, { ...appointment.values, ...LONG, phone: '12' }),
    'The appointment form while it is being sent': (page) => sending(page, appointment),
    'The appointment form after a success': async (page) => {
      await answerCalls(page, appointment, 201)
      await send(page, appointment)
      const sent = say('Thanks for your submission!', content.forms.translations)
      await expect(status(bar(page))).toHaveText(sent)
    },
    'The modal, empty': contact.arrive,
    'The modal with all its messages': async (page) => {
      await contact.arrive(page)
      await press(page, contact)
    },
    'The modal while it is being sent': (page) => sending(page, contact),
    'The thank-you page': (page) => page.goto(`${home}thank-you`),
    'The privacy notice': (page) => page.goto(`${home}privacy`),
    'A page that does not exist': (page) => page.goto(`${home}no-such-page`),
  }
}

/** Every state of the site in a language, without script. */
export function statesWithoutScriptIn(content: Content): Record<string, Arrive> {
  const [appointment, contact] = formsIn(content)
  return {
    'The home page without script': (page) => page.goto(content.path),
    'The appointment form without script': (page) => page.goto(`${content.path}#appointment`),
    'The modal without script': (page) => page.goto(`${content.path}#contact`),
    'Refused, 422: mistakes in the appointment form': (page) => post(page, appointment, 422),
    'Refused, 422: mistakes in the modal': (page) => post(page, contact, 422),
    ...Object.fromEntries(
      Object.entries(refusalsIn(content)).map(([status, arrive]) => [`Refused, ${status}`, arrive]),
    ),
  }
}

/** Every refusal of an HTML form post that has no mistakes, by its status. */
export function refusalsIn(content: Content): Record<400 | 403 | 413 | 415 | 429 | 503, Arrive> {
  const [, contact] = formsIn(content)
  return {
    // A field is there twice.
    400: (page) =>
      post(page, contact, 400, (form) =>
        form.append(...[...form.elements].slice(0, 2).map((field) => field.cloneNode())),
      ),
    // Another website sent the form.
    403: async (page, { address }) => {
      const body = `<form action="${address}${contact.path}${content.forms.query}" method="post"></form>`
      await page.route('https://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto('https://elsewhere.example/')
      await submit(page, 'form', 403)
    },
    413: (page) =>
      post(page, contact, 413, (form) => {
        form.querySelector<HTMLTextAreaElement>('textarea')?.setRangeText('Meera '.repeat(20_000))
      }),
    415: (page) =>
      post(page, contact, 415, (form) => {
        form.enctype = 'text/plain'
      }),
    429: async (page) => {
      await page.setExtraHTTPHeaders(await exceedRateLimit(page))
      await post(page, contact, 429)
    },
    503: async (page, site) => {
      await page.goto(`${content.path}#contact`)
      await fill(modal(page), contact.values)
      const open = lockStore(site)
      await submit(page, '#contact form', 503)
      open()
    },
  }
}

/** Opens the home page with the fields of the appointment form. */
async function openBar(page: Page, appointment: Form) {
  await appointment.arrive(page)
  const summary = bar(page).locator('summary')
  if (await summary.isVisible()) await summary.click()
}

async function send(page: Page, form: Form, values = form.values) {
  if (form.path === '/api/appointment') await openBar(page, form)
  else await form.arrive(page)
  await fill(form.in(page), values)
  await press(page, form)
}

/** Changes an empty form, and posts it as a browser without script does. */
async function post(
  page: Page,
  { home, path }: Form,
  status: number,
  change: (form: HTMLFormElement) => void = () => {},
) {
  await page.goto(home)
  const selector = `form[action^="${path}"]`
  await page.locator(selector).evaluate(change)
  await submit(page, selector, status)
}

async function submit(page: Page, selector: string, status: number) {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  const loaded = page.waitForEvent('load')
  await page.locator(selector).evaluate((form: HTMLFormElement) => form.submit())
  expect((await answer).status()).toBe(status)
  await loaded
}

/** Uses up what a client may send. Gives the headers that make the server take a call for this client's. */
export async function exceedRateLimit(page: Page): Promise<Record<string, string>> {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' } // it came through a proxy, and is limited like any visitor's
  const headers = { ...forwarded, 'x-requested-with': 'XMLHttpRequest' }
  for (let sent = 0; sent < RATE_LIMIT_MAX; sent++) await page.request.post(contact.path, { headers })
  return forwarded
}

/** Keeps the server from writing into its store, until what this gives is called. */
function lockStore({ dataDirectory }: Site): () => void {
  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  other.exec('begin immediate')
  return () => void other.close()
}
