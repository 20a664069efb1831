import type { Browser } from '@playwright/test'
import type { Finding, Floor } from '../finding.ts'
import { median } from '../statistics.ts'
import { type Interactions, pressEverything } from './interactions.ts'
import { longestTask } from './long-tasks.ts'
import { pageFinding } from './page-finding.ts'
import { onPhone, PHONE_SLOWDOWN } from './phone.ts'

const VISITS = 5
/** Of a task while the page starts, and of a press. Source: contract, cheap phones. */
const LONGEST_TASK_MS = 100
const PRESS_MS = 150

const PRESSES = [
  ['SEND with mistakes, to the next paint', 'sendWithMistakes'],
  ['“Get a callback”, to the next paint', 'openForm'],
  ['Next slide, to the next paint', 'nextSlide'],
] as const

/**
 * Measures how the page responds while it starts and when a visitor uses it: medians of five visits on a phone. Tasks
 * and presses are measured with a processor four times slower than this machine's. The floors are an empty React page,
 * and the same press on a page with nothing else on it.
 */
export async function measureMotion(browser: Browser, address: string, emptyReact: string): Promise<Finding[]> {
  const tasks: number[] = []
  const tasksOfEmptyReact: number[] = []
  const presses: Interactions[] = []
  const pressesAlone: Interactions[] = []
  const slowed = { slowdown: PHONE_SLOWDOWN }
  for (let visit = 0; visit < VISITS; visit++) {
    tasks.push(await onPhone(browser, slowed, (page) => longestTask(page, address, '/hydrate')))
    tasksOfEmptyReact.push(await onPhone(browser, slowed, (page) => longestTask(page, emptyReact, '/assets')))
    presses.push(await onPhone(browser, slowed, (page) => pressEverything(page, address)))
    pressesAlone.push(await onPhone(browser, slowed, (page) => pressEverything(page, address, 'alone')))
  }
  const besideFloor = (what: string, value: number, most: number, times: number, floor: Floor) =>
    pageFinding(what, value, 'ms', { at: 'most', value: most }, { at: 'most', times, floor })
  return [
    besideFloor('Longest task while the page starts, 4× slower processor', median(tasks), LONGEST_TASK_MS, 1, {
      what: 'an empty React page',
      value: median(tasksOfEmptyReact),
    }),
    ...PRESSES.map(([what, press]) =>
      besideFloor(`${what}, 4× slower processor`, median(presses.map((each) => each[press])), PRESS_MS, 1.7, {
        what: 'with nothing else on the page',
        value: median(pressesAlone.map((each) => each[press])),
      }),
    ),
  ]
}
