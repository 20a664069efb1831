import type { Finding, Floor } from '../finding.ts'
import { median } from '../statistics.ts'
import { CATEGORIES, type Category, type Report, runLighthouse } from './lighthouse.ts'
import { atMost, pageFinding } from './page-finding.ts'

const ROUNDS = 5

type Figure = Exclude<keyof Report, 'points'>

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
  const of = (reports: Report[], figure: Figure) => median(reports.map((report) => report[figure]))
  const points = (reports: Report[], category: Category) =>
    median(reports.map((report) => report.points[category] ?? 0))
  const emptyReactPage = (value: number): Floor => ({ what: 'an empty React page', value })
  return [
    ...CATEGORIES.map((category) =>
      pageFinding(
        `Lighthouse on a phone, ${CATEGORY_NAMES[category]}`,
        points(product, category),
        'points',
        category === 'performance'
          ? { at: 'least', times: 0.95, floor: emptyReactPage(points(emptyReact, category)) }
          : { at: 'least', value: 100 },
      ),
    ),
    pageFinding('Largest contentful paint', of(product, 'largestContentfulPaintMs'), 'ms', {
      at: 'most',
      times: 1.15,
      floor: { what: 'a bare page with the same picture', value: of(barePage, 'largestContentfulPaintMs') },
    }),
    pageFinding('Total blocking time', of(product, 'totalBlockingTimeMs'), 'ms', {
      at: 'most',
      above: 50,
      floor: emptyReactPage(of(emptyReact, 'totalBlockingTimeMs')),
    }),
    pageFinding('Main-thread time', of(product, 'mainThreadMs'), 'ms', {
      at: 'most',
      times: 2.5,
      floor: emptyReactPage(of(emptyReact, 'mainThreadMs')),
    }),
    pageFinding(
      'Longest task',
      of(product, 'longestTaskMs'),
      'ms',
      { at: 'most', value: 100 },
      { at: 'most', times: 1, floor: emptyReactPage(of(emptyReact, 'longestTaskMs')) },
    ),
    atMost(0, 'Cumulative layout shift', of(product, 'cumulativeLayoutShift'), ''),
  ]
}
