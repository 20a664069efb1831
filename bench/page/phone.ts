import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/page/chromium.ts'

/** How much slower than this machine a phone's processor is assumed to be. Source: Lighthouse. */
export const PHONE_SLOWDOWN = 4

/** Launches the Chromium that the journeys use. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [...CHROMIUM_ARGS, ...args],
  })
}

/** Does something in a new tab of a phone of density 2, without a cache, and closes it. */
export async function onPhone<Result>(
  browser: Browser,
  { slowdown = 1 }: { slowdown?: number },
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const result = await act(page)
  await context.close()
  return result
}
