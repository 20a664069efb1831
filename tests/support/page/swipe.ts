import type { Locator, Page } from '@playwright/test'

/** A finger that goes sideways over an element, as the browser reports it. */
export async function swipe(page: Page, over: Locator, direction: 'left' | 'right') {
  const box = await over.boundingBox()
  if (!box) throw new Error('Nothing to swipe over')
  const y = box.y + box.height / 3
  const [from, to] =
    direction === 'left' ? [box.x + box.width * 0.8, box.x + 20] : [box.x + 20, box.x + box.width * 0.8]
  const touch = await page.context().newCDPSession(page)
  const at = (x: number) => [{ x, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  for (let step = 1; step <= 8; step++) {
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(from + ((to - from) * step) / 8),
    })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
