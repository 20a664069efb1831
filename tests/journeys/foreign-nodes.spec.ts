import { expect, type Page } from '@playwright/test'
import { appointment, contact, FORMS, field, fill, press, status, valuesIn } from '../support/page/forms.ts'
import { expectModal, hero, hydrated, leaveThroughTop, modal } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test } from '../support/page/site.ts'

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
  'a data detector puts links around address and times': () => {
    for (const element of document.querySelectorAll('header p, [id$="time_slot-hint"]')) {
      const link = document.createElement('a')
      link.href = 'https://maps.example/'
      link.append(...element.childNodes)
      element.append(link)
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

/** Opens the page and keeps React back. Gives what lets it come. */
async function openWithoutReact(page: Page, address = '/'): Promise<() => Promise<void>> {
  const { promise: isTime, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await isTime
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('html[data-page="starting"]')).toBeAttached()
  return async () => {
    release()
    await expect(page.locator('html[data-page="ready"]')).toBeAttached()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}

// An extension is not bound by the page's policy.
test.use({ bypassCSP: true })

for (const [kind, change] of Object.entries(FOREIGN)) {
  for (const moment of ['before', 'after'] as const) {
    /** Opens the page in which `kind` happens at that moment, and does `act` before React is there. */
    const openChanged = async (page: Page, act: () => Promise<unknown> = async () => {}) => {
      const letReactCome = await openWithoutReact(page)
      if (moment === 'before') await page.evaluate(change)
      await act()
      await letReactCome()
      if (moment === 'after') await page.evaluate(change)
    }

    test(`Typed text and focus are kept where ${kind}, ${moment} hydration`, async ({ page }) => {
      await openChanged(page, async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
        await fill(modal(page), contact.values)
        await page.keyboard.press('Escape')
        await fill(appointment.in(page), appointment.values)
        await field(appointment.in(page), 'fullname').focus()
        await page.keyboard.press('Home')
        await page.keyboard.type('Dr ')
      })
      await expect(field(appointment.in(page), 'fullname')).toBeFocused()
      await page.keyboard.type('A. ')
      expect(await valuesIn(appointment.in(page))).toEqual({ ...appointment.values, fullname: 'Dr A. Asha Rao' })
      expect(await valuesIn(contact.in(page))).toEqual(contact.values)
    })

    test(`The modal opens in all its ways and closes where ${kind}, ${moment} hydration`, async ({ page }) => {
      await openChanged(page)
      const ways = {
        button: () => page.locator('header a[href="#contact"]').click(),
        event: () => page.evaluate(() => void document.dispatchEvent(new CustomEvent('triggerModal'))),
        address: () => page.evaluate(() => location.assign('#contact')),
        'mouse exit': () => leaveThroughTop(page),
      }
      const close = {
        button: () => modal(page).getByRole('button', { name: 'Close' }).click(),
        event: () => page.keyboard.press('Escape'),
        address: () => page.mouse.click(5, 5),
        'mouse exit': () => page.keyboard.press('Escape'),
      }
      for (const way of ['button', 'event', 'address', 'mouse exit'] as const) {
        await ways[way]()
        await expectModal(page, 'open')
        await field(modal(page), 'name').fill(way)
        await close[way]()
        await expectModal(page, 'closed')
        await expect(field(modal(page), 'name')).toHaveValue(way)
      }
    })

    for (const form of FORMS) {
      const sent = moment === 'before' ? 'sent early' : 'sent'
      test(`The ${form.name} ${sent} is stored once and says so where ${kind}, ${moment} hydration`, async ({
        page,
        site,
      }) => {
        const email = `foreign.${Math.random().toString(36).slice(2)}@people.example`
        const send = async () => {
          if (form === contact) await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
          await fill(form.in(page), { ...form.values, email })
          await press(page, form)
        }
        if (moment === 'before') {
          const letReactCome = await openWithoutReact(page)
          await page.evaluate(change)
          await send()
          await expect(status(form.in(page))).toHaveText('Sending...')
          await expect(form.in(page).locator('[type="submit"]')).toHaveAttribute('aria-busy', 'true')
          void letReactCome().catch(() => {}) // the page may be left before its buttons are looked for
        } else {
          await openChanged(page)
          await send()
        }
        if (form === contact) await page.waitForURL('/thank-you')
        else await expect(status(form.in(page))).toHaveText('Thanks for your submission!')
        expect(await storedFor(email, site)).toHaveLength(1)
      })
    }
  }
}

test('On a page that nobody changes React takes over the very fields that were there', async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('form, form *')) Object.assign(element, { wasThere: true })
  })
  await letReactCome()
  await hydrated(page)
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Please fill the form correctly.')
  for (const form of FORMS) {
    const elements = form.in(page).locator('form, form *')
    expect(await elements.evaluateAll((all) => all.filter((element) => !('wasThere' in element)).map(String))).toEqual(
      [],
    )
  }
})

test("The banner's position follows while a translator rewrites it", async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  await letReactCome()
  await hydrated(page)
  const position = hero(page).getByText('1/3')
  await expect(position).toBeVisible()
  await page.evaluate(FOREIGN['a translator wraps every text'])
  await hero(page).getByRole('button', { name: 'Next slide' }).click()
  await expect(hero(page).getByText('2/3', { exact: true })).toBeVisible()
})
