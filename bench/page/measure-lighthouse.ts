import type { Finding } from '../finding.ts'
import { median } from '../statistics.ts'
import { CATEGORIES, type Category, type Report, runLighthouse } from './lighthouse.ts'
import { atMost, pageFinding } from './page-finding.ts'

const ROUNDS = 5

const CATEGORY_NAMES: Record<Category, string> = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
}

/**
 * Runs Lighthouse on the page as on a phone, and on the floors: medians of five rounds in which they take turns, so
 * that changes in the machine's speed affect all.
 *
 * @param addresses of the page, of a bare page with the same picture, and of an empty one that React hydrates
 */
export async function measureLighthouse(addresses: {
  product: string
  barePage: string
  emptyReact: string
}): Promise<Finding[]> {
  const product: Report[] = []
  const barePage: Report[] = []
  const emptyReact: Report[] = []
  for (let round = 0; round < ROUNDS; round++) {
    product.push(await runLighthouse(addresses.product, CATEGORIES))
    barePage.push(await runLighthouse(addresses.barePage, ['performance']))
    emptyReact.push(await runLighthouse(addresses.emptyReact, ['performance']))
  }
  const of = (reports: Report[], figure: (report: Report) => number) => median(reports.map(figure))
  const paint = (reports: Report[]) => of(reports, (report) => report.largestContentfulPaintMs)
  const blocking = (reports: Report[]) => of(reports, (report) => report.totalBlockingTimeMs)
  const points = (reports: Report[], category: Category) => of(reports, (report) => report.points[category] ?? 0)
  const emptyReactPage = (figure: (report: Report) => number) => ({
    what: 'an empty React page',
    value: of(emptyReact, figure),
  })
  return [
    ...CATEGORIES.map((category) =>
      pageFinding(
        `Lighthouse on a phone, ${CATEGORY_NAMES[category]}`,
        points(product, category),
        'points',
        category === 'performance'
          ? { at: 'least', times: 0.95, floor: emptyReactPage((report) => report.points.performance ?? 0) }
          : { at: 'least', value: 100 },
      ),
    ),
    pageFinding('Largest contentful paint', paint(product), 'ms', {
      at: 'most',
      times: 1.15,
      floor: { what: 'a bare page with the same picture', value: paint(barePage) },
    }),
    pageFinding('Total blocking time', blocking(product), 'ms', {
      at: 'most',
      above: 50,
      floor: emptyReactPage((report) => report.totalBlockingTimeMs),
    }),
    pageFinding('Main-thread time', of(product, mainThread), 'ms', {
      at: 'most',
      times: 2.5,
      floor: emptyReactPage(mainThread),
    }),
    pageFinding(
      'Longest task',
      of(product, longestTask),
      'ms',
      { at: 'most', value: 100 },
      { at: 'most', times: 1, floor: emptyReactPage(longestTask) },
    ),
    atMost(
      0,
      'Cumulative layout shift',
      of(product, ({ cumulativeLayoutShift }) => cumulativeLayoutShift),
      '',
    ),
  ]
}

const mainThread = ({ mainThreadMs }: Report) => mainThreadMs
const longestTask = ({ longestTaskMs }: Report) => longestTaskMs
