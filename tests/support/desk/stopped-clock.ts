import { expect, type Locator } from '@playwright/test'
import { stopClock } from '../page/home-page.ts'

/**
 * Opens a page of the desk whose clock moves by `page.clock.runFor` alone. Until the part is shown, some milliseconds
 * of the page's time pass, however long that takes.
 */
export async function openWithStoppedClock(path: string, part: Locator): Promise<void> {
  const page = part.page()
  await stopClock(page)
  await page.goto(path)
  const isShown = async () => {
    await page.clock.runFor(1)
    return part.isVisible()
  }
  await expect.poll(isShown, { intervals: [50] }).toBe(true)
}
