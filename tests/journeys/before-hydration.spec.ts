import { expect, type Page } from '@playwright/test'
import { say } from '../../src/content/fill.ts'
import { hindi } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, expectMessages, type Form, field, formsIn, press, status } from '../support/page/forms.ts'
import { carousel, hero, openHome, openWithoutReact, shownIn } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** Puts values into the fields as some browsers do on their own: without any event. */
async function fillSilently(page: Page, form: Form) {
  for (const [name, value] of Object.entries(form.values)) {
    await field(form.in(page), name).evaluate((control, text) => {
      ;(control as HTMLInputElement).value = text
    }, value)
  }
}

test('A form that is sent before its script came says so, and is validated in the page when it comes', async ({
  page,
}) => {
  const [inHindi] = formsIn(hindi)
  const says = (wording: string) => say(wording, hindi.forms.translations)
  const letReactCome = await openWithoutReact(page, hindi.path)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await press(page, inHindi)
  await expect(status(inHindi.in(page))).toHaveText(says('Sending...'))
  await letReactCome()
  await expect(status(inHindi.in(page))).toHaveText(says('Please fill the form correctly.'))
  const messages = Object.entries(inHindi.missing).map(([name, message]) => [name, says(message)])
  await expectMessages(inHindi.in(page), Object.fromEntries(messages))
  await expect(field(inHindi.in(page), 'fullname')).toBeFocused()
  await expect(page).toHaveURL(hindi.path)
  expect(posts).toEqual([])
})

test('A form that is out of view is hydrated when it is sent', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openHome(page)
  await expect(appointment.in(page)).not.toBeInViewport()
  await fillSilently(page, appointment)
  const { calls } = await answerCalls(page, appointment, 500)
  await appointment.in(page).evaluate((part) => part.querySelector('form')?.requestSubmit())
  await expect.poll(() => calls.map(({ headers }) => headers['x-requested-with'])).toEqual(['XMLHttpRequest'])
})

test('A form that the browser has posted no longer says Sending... when the Back button shows its page as it was', async ({
  page,
}) => {
  await page.route('**/*.js', () => {})
  await page.route('**/api/appointment', (route) => route.fulfill({ status: 204 })) // the browser stays on the page
  await page.goto('/')
  const posted = page.waitForRequest('/api/appointment')
  await press(page, appointment)
  await posted
  await expect(status(appointment.in(page))).toHaveText('Sending...')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(status(appointment.in(page))).toHaveText('')
  await expect(appointment.in(page).locator('[aria-busy="true"]')).toHaveCount(0)
})

test('What a visitor does before the script comes counts: the service of a card, and the focus inside a slide, which pauses', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const letReactCome = await openWithoutReact(page)
  await carousel(page)
    .getByText('Get a callback about Rhinoplasty')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(field(appointment.in(page), 'selected')).toHaveValue('Rhinoplasty')
  await hero(page)
    .getByRole('button', { name: 'Get a callback' })
    .first()
    .evaluate((link: HTMLElement) => link.focus({ focusVisible: true } as FocusOptions))
  await letReactCome()
  await expect(field(appointment.in(page), 'selected')).toHaveValue('Rhinoplasty')
  await page.clock.runFor(20_000)
  await expect(shownIn(hero(page))).toHaveAccessibleName('1 of 3')
  await expect(carousel(page).locator('[aria-current="true"]')).not.toHaveAccessibleName('Go to procedure 1 of 16')
})
