import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import SqliteFile from 'better-sqlite3'
import type { Content } from '../../../src/content/content.ts'
import { say } from '../../../src/content/fill.ts'
import { answerCalls } from './calls.ts'
import { contact, type Form, fill, formsIn, press, status } from './forms.ts'
import { bar, carousel, modal, openHome } from './home-page.ts'
import { RATE_LIMIT_MAX, type Site } from './running-site.ts'

/** A state that a visitor can see. */
export interface State {
  title: string
  /** Brings a page that is 320 px wide into the state, in which it stays when it becomes wider. */
  arrive: (page: Page, site: Site) => Promise<unknown>
  /** Scrolls to what is to be seen, at each width. */
  scroll?: (page: Page) => Promise<unknown>
}

/** A long name without a space, as some languages have them, and a long address: neither may widen the page. */
const LONG = {
  fullname: 'Wolfeschlegelsteinhausenbergerdorff-Hubert-Blaine-von-Rhododendronblütenstaub',
  email: 'a.very.long.address.that.nobody.would.want.to.type@subdomain.of.a.long.domain.example',
}

/** Every state of the site in a language, with script, by the name of its pictures. */
export function statesIn(content: Content): Record<string, State> {
  const { path: home } = content
  const [appointment, contact] = formsIn(content)
  const toHome = (page: Page) => openHome(page, home)
  const toBar = (page: Page) => openBar(page, appointment)
  const sent = say('Thanks for your submission!', content.forms.translations)
  const sending = async (page: Page, form: Form) => {
    await answerCalls(page, form, 'silence')
    await send(page, form)
    await expect(status(form.in(page))).toHaveText(say('Sending...', content.forms.translations))
  }
  return {
    first: { title: 'The home page', arrive: toHome },
    procedures: {
      title: 'The procedures',
      arrive: toHome,
      scroll: (page) => carousel(page).evaluate((element) => element.scrollIntoView()),
    },
    foot: {
      title: 'The foot of the home page',
      arrive: toHome,
      scroll: (page) => page.getByRole('contentinfo').evaluate((element) => element.scrollIntoView()),
    },
    'bar-empty': { title: 'The appointment form, empty', arrive: toBar },
    'bar-error': {
      title: 'The appointment form with all its messages',
      arrive: async (page) => {
        await toBar(page)
        await press(page, appointment)
      },
    },
    'bar-long': {
      title: 'The appointment form with long texts',
      arrive: (page) => send(page, appointment, { ...appointment.values, ...LONG, phone: '12' }),
    },
    'bar-sending': {
      title: 'The appointment form while it is being sent',
      arrive: (page) => sending(page, appointment),
    },
    'bar-done': {
      title: 'The appointment form after a success',
      arrive: async (page) => {
        await answerCalls(page, appointment, 201)
        await send(page, appointment)
        await expect(status(bar(page))).toHaveText(sent)
      },
    },
    'modal-empty': { title: 'The modal, empty', arrive: contact.arrive },
    'modal-error': {
      title: 'The modal with all its messages',
      arrive: async (page) => {
        await contact.arrive(page)
        await press(page, contact)
      },
    },
    'modal-sending': { title: 'The modal while it is being sent', arrive: (page) => sending(page, contact) },
    'thank-you': { title: 'The thank-you page', arrive: (page) => page.goto(`${home}thank-you`) },
    privacy: { title: 'The privacy notice', arrive: (page) => page.goto(`${home}privacy`) },
    'not-found': { title: 'A page that does not exist', arrive: (page) => page.goto(`${home}no-such-page`) },
  }
}

/** Every state of the site in a language, without script, also by the name of its pictures. */
export function statesWithoutScriptIn(content: Content): Record<string, State> {
  const { path: home, forms } = content
  const [appointment, contact] = formsIn(content)
  return {
    'no-script-first': { title: 'The home page without script', arrive: (page) => page.goto(home) },
    'no-script-procedures': {
      title: 'The procedures without script',
      arrive: (page) => page.goto(home),
      scroll: (page) => carousel(page).evaluate((element) => element.scrollIntoView()),
    },
    'no-script-bar': {
      title: 'The appointment form without script',
      arrive: (page) => page.goto(`${home}#appointment`),
    },
    'no-script-modal': {
      title: 'The modal without script',
      arrive: (page) => page.goto(`${home}#contact`),
      scroll: (page) => modal(page).evaluate((element) => element.scrollIntoView()),
    },
    'refused-400': {
      title: 'Refused, 400: a field is there twice',
      arrive: (page) =>
        post(page, contact, 400, (form) =>
          form.append(...[...form.elements].slice(0, 2).map((field) => field.cloneNode())),
        ),
    },
    'refused-403': {
      title: 'Refused, 403: another website sent the form',
      arrive: async (page, { address }) => {
        const body = `<form action="${address}${contact.path}${forms.query}" method="post"></form>`
        await page.route('https://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
        await page.goto('https://elsewhere.example/')
        await submit(page, 'form', 403)
      },
    },
    'refused-413': {
      title: 'Refused, 413: the text is too long',
      arrive: (page) =>
        post(page, contact, 413, (form) => {
          form.querySelector<HTMLTextAreaElement>('textarea')?.setRangeText('Meera '.repeat(20_000))
        }),
    },
    'refused-415': {
      title: 'Refused, 415: the form has another content type',
      arrive: (page) =>
        post(page, contact, 415, (form) => {
          form.enctype = 'text/plain'
        }),
    },
    'refused-422-appointment': {
      title: 'Refused, 422: mistakes in the appointment form',
      arrive: (page) => post(page, appointment, 422),
    },
    'refused-422-contact': {
      title: 'Refused, 422: mistakes in the modal',
      arrive: (page) => post(page, contact, 422),
    },
    'refused-429': {
      title: 'Refused, 429: too many posts',
      arrive: async (page) => {
        const forwarded = await exceedRateLimit(page)
        await page.setExtraHTTPHeaders(forwarded)
        await post(page, contact, 429)
      },
    },
    'refused-503': {
      title: 'Refused, 503: the store is unavailable',
      arrive: async (page, site) => {
        await page.goto(`${home}#contact`)
        await fill(modal(page), contact.values)
        const open = lockStore(site)
        await submit(page, '#contact form', 503)
        open()
      },
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
