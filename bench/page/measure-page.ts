import type { Finding } from '../finding.ts'
import { startProduct, startProgram } from '../program.ts'
import { measureFirstView } from './measure-first-view.ts'
import { measureLighthouse, measureMainThread } from './measure-lighthouse.ts'
import { measureMotion } from './measure-motion.ts'
import { launchChromium } from './phone.ts'

/**
 * Measures the page: the weight of its first view, Lighthouse's figures beside their floors, and how it responds to a
 * visitor. The site must be built. Takes about three minutes.
 */
export async function measurePage(): Promise<Finding[]> {
  const browser = await launchChromium()
  const barePage = await startProgram(['bench/page/floors/bare-page.ts'])
  try {
    return await besideEmptyReact(async (product, emptyReact) => [
      ...(await measureFirstView(browser, product, emptyReact)),
      ...(await measureLighthouse({ product, barePage: barePage.address, emptyReact })),
      ...(await measureMotion(browser, product, emptyReact)),
    ])
  } finally {
    await browser.close()
    await barePage.stop()
  }
}

/** Measures whether the main thread's bounds hold five times of five. Takes about six minutes. */
export function measureMainThreadRuns(): Promise<Finding[]> {
  return besideEmptyReact((product, emptyReact) => measureMainThread({ product, emptyReact }))
}

/** Measures at the addresses of the product and of an empty React page. */
async function besideEmptyReact(measure: (product: string, emptyReact: string) => Promise<Finding[]>) {
  const product = await startProduct()
  const emptyReact = await startProgram(['bench/page/floors/empty-react.ts'])
  try {
    return await measure(product.address, emptyReact.address)
  } finally {
    await Promise.all([product, emptyReact].map((program) => program.stop()))
  }
}
