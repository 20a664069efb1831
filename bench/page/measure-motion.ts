import type { Browser, Page } from '@playwright/test'
import type { Finding } from '../finding.ts'
import { median } from '../statistics.ts'
import { firstMoveAfterLoadMs } from './carousel-start.ts'
import { type Interactions, openModalByEvent, openModalEarly, pressEverything } from './interactions.ts'
import { longestTask } from './long-tasks.ts'
import { atMost, pageFinding } from './page-finding.ts'
import { onPhone, PHONE_SLOWDOWN } from './phone.ts'

const VISITS = 5
const MOST_MS = 100

/** The carousel moves 3000 ms after load; the rest is for loading React. */
const CAROUSEL_MOST_MS = 3_300

/**
 * Measures how the page responds while it starts and when a visitor uses it: medians of five visits on a phone. Tasks
 * are measured with a processor four times slower than this machine's, presses also at its own speed. The floors are an
 * empty React page, and the same press on a page with nothing else on it.
 */
export async function measureMotion(browser: Browser, address: string, emptyReact: string): Promise<Finding[]> {
  const visits = <Result>(slowdown: number, visit: (page: Page) => Promise<Result>) =>
    inTurn(VISITS, () => onPhone(browser, { slowdown }, visit))

  const tasks: number[] = []
  const tasksOfEmptyReact: number[] = []
  await inTurn(VISITS, async () => {
    const slowed = { slowdown: PHONE_SLOWDOWN }
    tasks.push(await onPhone(browser, slowed, (page) => longestTask(page, address, '/hydrate')))
    tasksOfEmptyReact.push(await onPhone(browser, slowed, (page) => longestTask(page, emptyReact, '/assets')))
  })
  const presses = await pressesBesideFloor(browser, address, 1)
  const slowPresses = await pressesBesideFloor(browser, address, PHONE_SLOWDOWN)
  const triggered = await visits(1, (page) => openModalByEvent(page, address))
  const early = await visits(1, (page) => openModalEarly(page, address))
  const moves = await visits(1, (page) => firstMoveAfterLoadMs(page, address))

  const fast = (what: string, values: number[]) => atMost(MOST_MS, what, median(values), 'ms')
  return [
    pageFinding(
      'Longest task while the page starts, 4× slower processor',
      median(tasks),
      'ms',
      { at: 'most', value: MOST_MS },
      { at: 'most', times: 1, floor: { what: 'an empty React page', value: median(tasksOfEmptyReact) } },
    ),
    ...PRESSES.map(([name, press]) => presses(name, press)),
    ...PRESSES.map(([name, press]) => slowPresses(`${name}, 4× slower processor`, press)),
    fast('Modal open and painted after triggerModal', triggered),
    fast(
      'Modal open and painted after triggerModal, before React is there',
      early.map(({ byEvent }) => byEvent),
    ),
    fast(
      '“Get a callback” before React is there, to the next paint',
      early.map(({ pressed }) => pressed),
    ),
    atMost(CAROUSEL_MOST_MS, 'The carousel moves by itself, after load', median(moves), 'ms'),
  ]
}

const PRESSES = [
  ['SEND with mistakes, to the next paint', 'sendWithMistakes'],
  ['“Get a callback”, to the next paint', 'openModal'],
  ['Next slide, to the next paint', 'nextSlide'],
] as const

/** Makes all presses in turn on the whole page and on a page with nothing else on it. */
async function pressesBesideFloor(browser: Browser, address: string, slowdown: number) {
  const whole: Interactions[] = []
  const alone: Interactions[] = []
  await inTurn(VISITS, async () => {
    whole.push(await onPhone(browser, { slowdown }, (page) => pressEverything(page, address)))
    alone.push(await onPhone(browser, { slowdown }, (page) => pressEverything(page, address, 'alone')))
  })
  return (what: string, press: keyof Interactions): Finding => {
    const floor = { what: 'with nothing else on the page', value: median(alone.map((each) => each[press])) }
    return pageFinding(
      what,
      median(whole.map((each) => each[press])),
      'ms',
      { at: 'most', value: MOST_MS },
      { at: 'most', times: 1.5, floor },
    )
  }
}

async function inTurn<Result>(times: number, act: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < times) results.push(await act())
  return results
}
