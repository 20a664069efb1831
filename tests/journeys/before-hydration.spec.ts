import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, contact, FORMS, type Form, field, fill, press, status, valuesIn } from '../support/page/forms.ts'
import { hydrated, openHome, openWithoutReact, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** Puts values into the fields as some browsers do on their own: without any event. */
async function fillSilently(page: Page, form: Form) {
  for (const [name, value] of Object.entries(form.values)) {
    await field(form.in(page), name).evaluate((control, text) => {
      ;(control as HTMLInputElement).value = text
    }, value)
  }
}

async function expectToSendAll(page: Page, form: Form) {
  expect(await valuesIn(form.in(page))).toEqual(form.values)
  const { calls } = await answerCalls(page, form, 500)
  await press(page, form)
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]?.headers['x-requested-with']).toBe('XMLHttpRequest')
  const body = calls[0]?.body ?? ''
  const sent: Record<string, unknown> =
    form === appointment ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  const { time_slot, ...others } = form.values
  expect(sent).toMatchObject({ ...others, start_time: '10:00am', end_time: '12:00pm' })
}

for (const form of FORMS) {
  test(`What a browser filled into the ${form.name} before its script came is kept and sent`, async ({ page }) => {
    const letReactCome = await openWithoutReact(page)
    await fillSilently(page, form)
    await letReactCome()
    if (form === contact) await triggerModal(page)
    await expectToSendAll(page, form)
  })

  test(`What a browser fills into the ${form.name} without an event is sent`, async ({ page }) => {
    await form.arrive(page)
    await fillSilently(page, form)
    await expectToSendAll(page, form)
  })
}

test('What is being typed while the script comes is not lost, nor is the focus', async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  const name = field(appointment.in(page), 'fullname')
  await name.pressSequentially('Asha')
  await letReactCome()
  await expect(name).toBeFocused()
  await page.keyboard.type(' Rao')
  await expect(name).toHaveValue('Asha Rao')
})

test('A form that is sent before its script came is validated in the page when it comes', async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await press(page, appointment)
  await letReactCome()
  await expect(status(appointment.in(page))).toHaveText('Please fill the form correctly.')
  await expect(appointment.in(page).locator('[name="fullname"]')).toBeFocused()
  await expect(page).toHaveURL('/')
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

test('Where React cannot run, a form is posted by the browser at once', async ({ page }) => {
  await page.addInitScript(() => {
    // The scheduler needs it, and nothing else does.
    Object.defineProperty(window, 'MessageChannel', {
      get() {
        throw new Error('No channel')
      },
    })
  })
  const failed = page.waitForEvent('console', (message) => message.text().includes('No channel'))
  await page.goto('/')
  await failed
  await fill(appointment.in(page), appointment.values)
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await press(page, appointment)
  expect((await posted).headers()['x-requested-with']).toBeUndefined()
  await expect(page).toHaveURL('/thank-you')
})

test('A form that is sent right before its script comes is sent by it, once', async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  const { calls } = await answerCalls(page, appointment, 201)
  await fill(appointment.in(page), appointment.values)
  await press(page, appointment)
  await press(page, appointment)
  await letReactCome()
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect(calls).toHaveLength(1)
  expect(calls[0]?.headers['x-requested-with']).toBe('XMLHttpRequest')
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
  await expect(appointment.in(page).locator('[aria-busy]')).toHaveCount(0)
})

test('A form is hydrated also where the browser reports late, and all at once, that it has come into sight', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { IntersectionObserver } = window
    const late: (() => void)[] = []
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callBack: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const reports: IntersectionObserverEntry[] = []
        late.push(() => callBack(reports, this))
        super((entries) => void reports.push(...entries), options)
      }
    }
    addEventListener('report', () => {
      for (const report of late) report()
    })
  })
  await page.goto('/')
  await hydrated(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await triggerModal(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.evaluate(() => dispatchEvent(new Event('report')))
  await press(page, contact)
  await expect(status(contact.in(page))).toHaveText('Please fill the form correctly.')
  await expect(page).toHaveURL('/')
})
