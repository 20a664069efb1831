import { expect, type Page } from '@playwright/test'
import { english, hindi } from '../support/content.ts'
import {
  appointment,
  contact,
  FORMS,
  type Form,
  field,
  fill,
  formsIn,
  press,
  status,
  valuesIn,
} from '../support/page/forms.ts'
import {
  bar,
  carousel,
  expectModal,
  hero,
  modal,
  openHome,
  openWithoutReact,
  shownIn,
  stopClock,
  triggerModal,
} from '../support/page/home-page.ts'
import { type Site, storedFor, test } from '../support/page/site.ts'

const { telephone } = english.department
const OK = 'Thanks for your submission!'
const ERROR = 'Please fill the form correctly.'
const HERO_MS = 5000

/** The element that React replaces at each step of the banner. */
const timer = (page: Page) => hero(page).locator('[data-running]')
/** The paragraph that React removes when a form is sent again after a failure. */
const whomToCall = (page: Page, form: Form) => status(form.in(page)).locator('+ div > p:first-child')
const next = (page: Page) => hero(page).getByRole('button', { name: 'Next slide' })
const dots = (page: Page) => carousel(page).getByRole('button', { name: /^Go to procedure/ })
const newEmail = () => `removed.${Math.random().toString(36).slice(2)}@people.example`

// An extension is not bound by the page's policy.
test.use({ bypassCSP: true })

for (const form of FORMS) {
  test(`The ${form.name} is rendered anew while a request is on its way: text, selection and what is open are kept, and it is stored once`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await form.arrive(page)
    if (form === appointment) await bar(page).locator('summary').click()
    const values = { ...form.values, email: newEmail() }
    await fill(form.in(page), values)
    const { calls, letPass } = await failTwice(page, form)
    await press(page, form)
    for (const failures of [1, 2]) {
      await expect(status(form.in(page))).toHaveText(ERROR)
      await whomToCall(page, form).evaluate((paragraph) => paragraph.remove())
      await expectAnew(page, form, async () => {
        await field(form.in(page), 'phone').evaluate((phone: HTMLInputElement) => {
          phone.focus()
          phone.setSelectionRange(2, 5)
        })
        await page.keyboard.press('Enter')
        await expect.poll(() => calls.length).toBe(failures + 1)
      })
      await expect(field(form.in(page), 'phone')).toBeFocused()
      expect(await valuesIn(form.in(page))).toEqual(values)
      await expect(field(form.in(page), 'phone')).toHaveJSProperty('selectionStart', 2)
      await expect(field(form.in(page), 'phone')).toHaveJSProperty('selectionEnd', 5)
      if (form === contact) await expectModal(page, 'open')
      else await expect(field(bar(page), 'phone')).toBeVisible()
    }
    await expect(status(form.in(page))).toHaveText('Sending...')
    await page.keyboard.press('Enter') // sends nothing more
    await expect(field(form.in(page), 'time_slot')).not.toHaveAccessibleDescription(/Times are/)
    letPass()
    await expectStoredOnce(page, form, values.email, site)
    expect(calls).toHaveLength(3)
  })
}

test('The banner is rendered anew whenever its timer is gone: it shows the next slide and goes on, and a button keeps the focus', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stopClock(page)
  await openHome(page)
  for (const number of [2, 3]) {
    await timer(page).evaluate((element) => element.remove())
    await page.clock.runFor(HERO_MS)
    await expect(shownIn(hero(page))).toHaveAccessibleName(`${number} of 3`)
    await expect(timer(page)).toHaveCount(1)
  }
  await page.clock.runFor(1)
  await next(page).focus()
  await timer(page).evaluate((element) => element.remove())
  await page.keyboard.press('Enter')
  await expect(shownIn(hero(page))).toHaveAccessibleName('1 of 3')
  await expect(timer(page)).toHaveCount(1)
  await expect(next(page)).toBeFocused()
  await page.clock.runFor(HERO_MS)
  await expect(shownIn(hero(page))).toHaveAccessibleName('2 of 3')
})

test('A form that was sent before hydration is stored once, where its status line was removed', async ({
  page,
  site,
}) => {
  const letReactCome = await openWithoutReact(page)
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  const email = newEmail()
  await fill(bar(page), { ...appointment.values, email })
  await press(page, appointment)
  await expect(status(bar(page))).toHaveText('Sending...')
  await status(bar(page)).evaluate((line) => line.parentElement?.remove())
  await page.evaluate(() => {
    HTMLFormElement.prototype.submit = () => {
      throw new Error('The browser sends the form, too.')
    }
  })
  await letReactCome()
  await expectStoredOnce(page, appointment, email, site)
  await page.clock.runFor(10_000)
  expect(calls).toHaveLength(1)
})

test('A part of the page that another script wrapped is there once after it is rendered anew', async ({ page }) => {
  const wrap = () =>
    page.evaluate(() => {
      for (const element of document.querySelectorAll('[data-island] > *')) {
        const wrapper = document.createElement('div')
        element.replaceWith(wrapper)
        wrapper.append(element)
      }
    })
  const expectEachOnce = async () => {
    for (const part of [hero, carousel, bar, modal]) await expect(part(page)).toHaveCount(1)
  }
  const letReactCome = await openWithoutReact(page)
  await wrap()
  await letReactCome()
  await expectEachOnce()

  await wrap()
  await timer(page).evaluate((element) => element.remove())
  await next(page).click()
  await expect(timer(page)).toHaveCount(1)
  for (const form of FORMS) {
    const { calls } = await failTwice(page, form)
    if (form === contact) await triggerModal(page)
    await fill(form.in(page), form.values)
    await press(page, form)
    await whomToCall(page, form).evaluate((paragraph) => paragraph.remove())
    await press(page, form)
    await expect(whomToCall(page, form)).toHaveCount(1)
    expect(calls).toHaveLength(2)
    expect(await valuesIn(form.in(page))).toEqual(form.values)
  }
  await expectEachOnce()
  await expectModal(page, 'open')
})

test('A part of the page that fails again as soon as it is rendered anew shows the telephone number, and the others work', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stopClock(page)
  await openHome(page)
  await page.evaluate(() => {
    const { createElement, documentElement } = document
    document.createElement = (name: string) => {
      if (name !== 'section') return createElement.call(document, name)
      documentElement.dataset.tried = `${Number(documentElement.dataset.tried ?? 0) + 1}`
      throw new Error('This page has no sections.')
    }
  })
  await timer(page).evaluate((element) => element.remove())
  await page.clock.runFor(HERO_MS)
  const link = page.locator('[data-island]').first().getByRole('link')
  await expect(link).toHaveText(telephone.shown)
  await expect(link).toHaveAttribute('href', `tel:${telephone.dialled}`)
  await expect(hero(page)).toHaveCount(0)
  expect(Number(await page.locator('html').getAttribute('data-tried')), 'attempts').toBeLessThan(5)
  await page.clock.runFor(HERO_MS)
  await expect(link).toBeVisible()
  await expectOthersWork(page)
  const email = newEmail()
  await fill(bar(page), { ...appointment.values, email })
  await press(page, appointment)
  await expectStoredOnce(page, appointment, email, site)
})

for (const [content, width] of [
  [english, 390],
  [hindi, 1280],
] as const) {
  test(`Hydration reports no error in ${content.texts.language.name} at ${width} px, nor where a form was sent before it`, async ({
    page,
    site,
  }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.setViewportSize({ width, height: 844 })
    const [form] = formsIn(content)
    for (const email of [undefined, newEmail()]) {
      const letReactCome = await openWithoutReact(page, content.path)
      if (email) {
        if (width < 1000) await bar(page).locator('summary').click()
        await fill(bar(page), { ...form.values, email })
        await press(page, form)
      }
      await letReactCome()
      await expect(page.locator('[data-hydrated]')).toHaveCount(4)
      if (email) await expect.poll(() => storedFor(email, site)).toHaveLength(1)
    }
    expect(errors).toEqual([])
  })
}

/** Answers a form's first two calls with a failure, and holds the others back until `letPass` sends them to the server. */
async function failTwice(page: Page, form: Form) {
  const { promise: mayPass, resolve: letPass } = Promise.withResolvers<void>()
  const calls: string[] = []
  await page.route(`**${form.path}*`, async (route) => {
    calls.push(route.request().postData() ?? '')
    if (calls.length < 3) return route.fulfill({ status: 500 })
    await mayPass
    await route.continue()
  })
  return { calls, letPass }
}

/** Expects a form to be another element after something was done. */
async function expectAnew(page: Page, form: Form, act: () => Promise<void>) {
  const element = form.in(page).locator('form[action]')
  await element.evaluate((form) => Object.assign(form, { isOld: true }))
  await act()
  await expect.poll(() => element.evaluate((form) => 'isOld' in form), 'rendered anew').toBe(false)
}

async function expectStoredOnce(page: Page, form: Form, email: string, site: Site) {
  if (form === contact) await page.waitForURL('/thank-you')
  else await expect(status(form.in(page))).toHaveText(OK)
  expect(await storedFor(email, site), `requests of the ${form.name}`).toHaveLength(1)
}

/** Moves the procedures, and opens the modal and closes it. */
async function expectOthersWork(page: Page) {
  await dots(page).nth(7).click()
  await expect(carousel(page).locator('[aria-current]')).toHaveAccessibleName('Go to procedure 8 of 16')
  await page.locator('header a[href="#contact"]').click()
  await expectModal(page, 'open')
  await page.keyboard.press('Escape')
  await expectModal(page, 'closed')
}
