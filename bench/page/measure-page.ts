import type { Finding } from '../finding.ts'
import { startProduct, startProgram } from '../program.ts'
import { measureFirstView } from './measure-first-view.ts'
import { measureLighthouse } from './measure-lighthouse.ts'
import { measureMotion } from './measure-motion.ts'
import { launchChromium } from './phone.ts'

/**
 * Measures the page: the weight of its first view, Lighthouse's figures beside their floors, and how it responds to a
 * visitor. The site must be built. Takes about three minutes.
 */
export async function measurePage(): Promise<Finding[]> {
  const browser = await launchChromium()
  const product = await startProduct()
  const barePage = await startProgram(['bench/page/floors/bare-page.ts'])
  const emptyReact = await startProgram(['bench/page/floors/empty-react.ts'])
  try {
    return [
      ...(await measureFirstView(browser, product.address, emptyReact.address)),
      ...(await measureLighthouse({
        product: product.address,
        barePage: barePage.address,
        emptyReact: emptyReact.address,
      })),
      ...(await measureMotion(browser, product.address, emptyReact.address)),
    ]
  } finally {
    await browser.close()
    await Promise.all([product, barePage, emptyReact].map((program) => program.stop()))
  }
}
