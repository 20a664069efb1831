import { expect, type Page } from '@playwright/test'
import { field } from '../support/page/forms.ts'
import {
  bar,
  expectModal,
  leaveThroughTop,
  modal,
  openHome,
  openWithoutReact,
  triggerModal,
} from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expectModal(page, 'closed')
}

test('The modal opens when triggerModal fires on the document, as often as it does, also while it is open', async ({
  page,
}) => {
  await openHome(page)
  for (const kind of ['Event', 'CustomEvent', 'Event'] as const) {
    for (let time = 0; time < 2; time++) {
      await page.evaluate((name) => document.dispatchEvent(new window[name]('triggerModal')), kind)
      await expectModal(page, 'open')
    }
    await close(page)
  }
})

test('The modal opens when triggerModal fires before the page is hydrated, and takes over the bar when it is', async ({
  page,
}) => {
  for (const typed of ['', 'Meera Iyer']) {
    const letReactCome = await openWithoutReact(page)
    await field(bar(page), 'fullname').fill('Asha Rao')
    await triggerModal(page)
    await field(modal(page), 'name').fill(typed)
    await letReactCome()
    await expectModal(page, 'open')
    await expect(field(modal(page), 'name')).toHaveValue(typed || 'Asha Rao')
  }
})

/** Reports a mouse that leaves a part of the page at this height, for another part or for nowhere. */
async function leave(page: Page, type: 'mouseleave' | 'mouseout', from: string, clientY: number, to?: string) {
  await page.evaluate(
    ([type, from, clientY, to]) => {
      const element = from === 'document' ? document : document.querySelector(from)
      const relatedTarget = to ? document.querySelector(to) : null
      const bubbles = type === 'mouseout'
      element?.dispatchEvent(new MouseEvent(type, { bubbles, clientX: 300, clientY, relatedTarget }))
    },
    [type, from, clientY, to] as const,
  )
}

test('The modal opens by a mouse that leaves document, html, body or an element to nowhere with y <= 0, and by no other', async ({
  page,
}) => {
  for (const [type, from] of [
    ['mouseleave', 'document'],
    ['mouseleave', 'html'],
    ['mouseleave', 'body'],
    ['mouseout', 'h1'],
  ] as const) {
    await openHome(page)
    await leave(page, type, from, 1)
    await leave(page, type, from, 300)
    await leave(page, 'mouseout', 'h1', 0, 'header')
    await leave(page, 'mouseleave', 'h1', -1)
    await expectModal(page, 'closed')
    await leave(page, type, from, 0)
    await expectModal(page, 'open')
    await page.evaluate(() => sessionStorage.clear()) // as in another session
  }
})

test('Mouse exit opens the modal once a session, over later visits, touch and pen do not; triggerModal does not use it up', async ({
  page,
  browser,
  baseURL,
}) => {
  await openHome(page)
  await triggerModal(page)
  await leaveThroughTop(page)
  await close(page)
  await leaveThroughTop(page)
  await expectModal(page, 'open')
  await close(page)
  await leaveThroughTop(page)
  await expectModal(page, 'closed')
  await page.goto('/privacy')
  await openHome(page)
  await leaveThroughTop(page)
  await expectModal(page, 'closed')
  await triggerModal(page)

  const another = await browser.newPage(baseURL ? { baseURL } : {})
  await openHome(another)
  for (const pointer of ['touch', 'pen']) {
    await another.evaluate((pointerType) => {
      for (const type of ['pointerover', 'pointerdown', 'pointermove', 'pointerup', 'pointerout'])
        document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
    }, pointer)
    await leave(another, 'mouseout', 'body', 0)
    await leave(another, 'mouseleave', 'html', 0)
    await expectModal(another, 'closed')
  }
  await leaveThroughTop(another)
  await expectModal(another, 'open')
  await another.close()
})

test('The modal opens when triggerModal fires before the page has loaded, and by mouse exit once where session storage throws', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.dispatchEvent(new Event('triggerModal')))
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { get })
  })
  await openHome(page)
  await expectModal(page, 'open')
  await close(page)
  await leaveThroughTop(page)
  await expectModal(page, 'open')
  await close(page)
  await leaveThroughTop(page)
  await expectModal(page, 'closed')
})
