import { expect, type Page } from '@playwright/test'
import { appointment, contact, FORMS, type Form, field, fill, press, status, valuesIn } from '../support/page/forms.ts'
import { carousel, expectModal, leaveThroughTop, modal, openHome, openWithoutReact } from '../support/page/home-page.ts'
import { type Site, storedFor, test } from '../support/page/site.ts'

/** What others do to a page, as functions that run in it. */
const FOREIGN = {
  'a password manager puts an element beside each field': () => {
    for (const control of document.querySelectorAll('input, select, textarea')) {
      control.insertAdjacentElement('afterend', document.createElement('com-password-icon'))
    }
  },
  'a translator wraps every text': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || parent.closest('script, style, noscript, option, textarea')) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `‹${text.data}›`
      outer.append(inner)
      text.replaceWith(outer)
    }
  },
  'an ad blocker removes banner and procedures': () => {
    for (const carousel of document.querySelectorAll('[aria-roledescription="carousel"]')) carousel.remove()
  },
  'an extension adds a node to every part of the page': () => {
    for (const element of document.querySelectorAll('body, main, section, form, form > div, dialog, dialog > div')) {
      element.prepend(document.createElement('span'))
      element.append(document.createElement('span'))
    }
  },
}

const REMOVING = 'an ad blocker removes banner and procedures'

/** What changes both forms the most. */
const INSIDE_FORMS = 'an extension adds a node to every part of the page'

// An extension is not bound by the page's policy.
test.use({ bypassCSP: true })

test('Text, focus, modal and both forms work on a page that all of them change after hydration', async ({
  page,
  site,
}) => {
  await openHome(page)
  await typeIntoBothForms(page)
  for (const change of Object.values(FOREIGN)) await page.evaluate(change)
  await expectTextAndFocus(page)
  await expectModalInAllItsWays(page)
  for (const form of FORMS) {
    const email = await send(page, form)
    await expectStoredOnce(page, form, email, site)
  }
})

for (const [kind, change] of Object.entries(FOREIGN)) {
  test(`Text, focus and modal work where ${kind} before hydration, and a form sent earlier is stored once`, async ({
    page,
    site,
  }) => {
    const letReactCome = await openWithoutReact(page)
    await page.evaluate(change)
    await typeIntoBothForms(page)
    await letReactCome()
    await expectTextAndFocus(page)
    await expectModal(page, 'closed')
    await page.locator('header a[href="#contact"]').click()
    await expectModal(page, 'open')
    await modal(page).getByRole('button', { name: 'Close' }).click()
    await expectModal(page, 'closed')
    if (change === FOREIGN[REMOVING]) await expect(carousel(page), 'what was removed').toHaveCount(0)

    // Both forms wait by the same code.
    for (const form of change === FOREIGN[INSIDE_FORMS] ? FORMS : [appointment]) {
      const letReactCome = await openWithoutReact(page)
      await page.evaluate(change)
      const email = await send(page, form)
      if (form === appointment) await press(page, form) // a second press sends nothing
      await expect(status(form.in(page))).toHaveText('Sending...')
      await expect(form.in(page).locator('[type="submit"]')).toHaveAttribute('aria-busy', 'true')
      void letReactCome().catch(() => {}) // the page may be left before its buttons are looked for
      await expectStoredOnce(page, form, email, site)
    }
  })
}

/** Fills in both forms, and leaves the focus in a name. */
async function typeIntoBothForms(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
  await fill(modal(page), contact.values)
  await page.keyboard.press('Escape')
  await fill(appointment.in(page), appointment.values)
  await field(appointment.in(page), 'fullname').focus()
  await page.keyboard.press('Home')
  await page.keyboard.type('Dr ')
}

async function expectTextAndFocus(page: Page) {
  await test.step('Typed text and focus are kept', async () => {
    await expect(field(appointment.in(page), 'fullname')).toBeFocused()
    await page.keyboard.type('A. ')
    expect(await valuesIn(appointment.in(page))).toEqual({ ...appointment.values, fullname: 'Dr A. Asha Rao' })
    expect(await valuesIn(contact.in(page))).toEqual(contact.values)
    await expect(field(appointment.in(page), 'time_slot')).not.toHaveAccessibleDescription(/Times are/)
  })
}

async function expectModalInAllItsWays(page: Page) {
  const pressEscape = () => page.keyboard.press('Escape')
  const closeButton = modal(page).getByRole('button', { name: 'Close' })
  const ways: [way: string, open: () => Promise<unknown>, close: () => Promise<unknown>][] = [
    ['button', () => page.locator('header a[href="#contact"]').click(), () => closeButton.click()],
    ['event', () => page.evaluate(() => void document.dispatchEvent(new CustomEvent('triggerModal'))), pressEscape],
    ['address', () => page.evaluate(() => location.assign('#contact')), () => page.mouse.click(5, 5)],
    ['mouse exit', () => leaveThroughTop(page), pressEscape],
  ]
  for (const [way, open, close] of ways) {
    await test.step(`The modal opens by ${way} and closes`, async () => {
      await open()
      await expectModal(page, 'open')
      // By keys, as people do: React may replace the form at this moment, and keeps focus, selection and text.
      await expect(async () => {
        await field(modal(page), 'name').focus()
        await expect(field(modal(page), 'name')).toBeFocused({ timeout: 500 })
      }).toPass()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(way)
      await close()
      await expectModal(page, 'closed')
      await expect(field(modal(page), 'name')).toHaveValue(way)
    })
  }
}

/** Fills in a form and presses its button. Gives the e-mail address, which no other request has. */
async function send(page: Page, form: Form): Promise<string> {
  const email = `foreign.${Math.random().toString(36).slice(2)}@people.example`
  if (form === contact) await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
  await fill(form.in(page), { ...form.values, email })
  await press(page, form)
  return email
}

async function expectStoredOnce(page: Page, form: Form, email: string, site: Site) {
  if (form === contact) await page.waitForURL('/thank-you')
  else await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
  expect(await storedFor(email, site), `requests of the ${form.name}`).toHaveLength(1)
}
