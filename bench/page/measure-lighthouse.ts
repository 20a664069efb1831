import type { Finding, Floor } from '../finding.ts'
import { median } from '../statistics.ts'
import { CATEGORIES, type Category, type Report, runLighthouse } from './lighthouse.ts'
import { atMost, pageFinding } from './page-finding.ts'

const ROUNDS = 5
const RUNS = 5

type Figure = Exclude<keyof Report, 'points'>

const CATEGORY_NAMES: Record<Category, string> = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
}

/**
 * Runs Lighthouse on the page as on a phone, and on the floors: medians of five rounds. The points that do not depend on
 * speed come from one more run, because what it looks at would slow down this page alone.
 *
 * @param addresses of the page, of a bare page with the same picture, and of an empty one that React hydrates
 */
export async function measureLighthouse(addresses: {
  product: string
  barePage: string
  emptyReact: string
}): Promise<Finding[]> {
  const reports = await inTurn(addresses)
  const { product, barePage, emptyReact } = reports
  const once = await runLighthouse(addresses.product, CATEGORIES)
  const points = (reports: Report[], category: Category) =>
    median(reports.map((report) => report.points[category] ?? 0))
  return [
    ...CATEGORIES.map((category) =>
      pageFinding(
        `Lighthouse on a phone, ${CATEGORY_NAMES[category]}`,
        points(category === 'performance' ? product : [once], category),
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
    ...mainThreadFindings(reports),
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

/** Measures the main thread alone, five times over: each time medians of five rounds, beside their own floor. */
export async function measureMainThread(addresses: { product: string; emptyReact: string }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let run = 1; run <= RUNS; run++) {
    findings.push(...mainThreadFindings(await inTurn(addresses), `, run ${run} of ${RUNS}`))
  }
  return findings
}

function mainThreadFindings({ product, emptyReact }: Record<'product' | 'emptyReact', Report[]>, run = ''): Finding[] {
  return [
    pageFinding(`Total blocking time${run}`, of(product, 'totalBlockingTimeMs'), 'ms', {
      at: 'most',
      above: 50,
      floor: emptyReactPage(of(emptyReact, 'totalBlockingTimeMs')),
    }),
    pageFinding(`Main-thread time${run}`, of(product, 'mainThreadMs'), 'ms', {
      at: 'most',
      times: 3.6,
      floor: emptyReactPage(of(emptyReact, 'mainThreadMs')),
    }),
  ]
}

/** Runs Lighthouse on pages in turn, for speed alone, so that changes in the machine's speed affect all. */
async function inTurn<Name extends string>(addresses: Record<Name, string>): Promise<Record<Name, Report[]>> {
  const pages = Object.entries<string>(addresses).map(([name, address]) => ({ name, address, reports: [] as Report[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { address, reports } of pages) reports.push(await runLighthouse(address, ['performance']))
  }
  return Object.fromEntries(pages.map(({ name, reports }) => [name, reports])) as Record<Name, Report[]>
}

const of = (reports: Report[], figure: Figure) => median(reports.map((report) => report[figure]))

const emptyReactPage = (value: number): Floor => ({ what: 'an empty React page', value })
