import type { Browser, Page } from '@playwright/test'
import type { Finding } from '../finding.ts'
import { median } from '../statistics.ts'
import { firstMoveAfterLoadMs } from './carousel-start.ts'
import { openModalByEvent, openModalEarly, pressEverything } from './interactions.ts'
import { longestTasks } from './long-tasks.ts'
import { atMost } from './page-finding.ts'
import { onPhone, PHONE_SLOWDOWN } from './phone.ts'

const VISITS = 5
const MOST_MS = 100

/** The carousel moves 3000 ms after load; React has to arrive first, and this is what it may take. */
const CAROUSEL_MOST_MS = 3_300

/**
 * How the page moves while it comes to life and under a visitor's hands: medians of five visits of a phone. Tasks are
 * measured with a processor four times slower than this machine's; presses so and at its own speed. Slowed, most of a
 * press is the browser's own: it draws without a graphics processor here.
 */
export async function measureMotion(browser: Browser, address: string): Promise<Finding[]> {
  const visits = <Result>(slowdown: number, visit: (page: Page) => Promise<Result>) =>
    inTurn(VISITS, () => onPhone(browser, { slowdown }, visit))

  const tasks = await visits(PHONE_SLOWDOWN, (page) => longestTasks(page, address, '/embla-carousel'))
  const presses = await visits(1, (page) => pressEverything(page, address))
  const slowPresses = await visits(PHONE_SLOWDOWN, (page) => pressEverything(page, address))
  const triggered = await visits(1, (page) => openModalByEvent(page, address))
  const early = await visits(1, (page) => openModalEarly(page, address))
  const moves = await visits(1, (page) => firstMoveAfterLoadMs(page, address))

  const swift = (what: string, values: number[]) => atMost(MOST_MS, what, median(values), 'ms')
  return [
    swift(
      'Longest task while the page comes to life, 4× slower processor',
      tasks.map(({ untilLastScript }) => untilLastScript),
    ),
    swift(
      'Longest task once the carousel’s script is there, 4× slower processor',
      tasks.map(({ afterwards }) => afterwards),
    ),
    swift(
      'SEND with mistakes, to the next paint',
      presses.map(({ sendWithMistakes }) => sendWithMistakes),
    ),
    swift(
      '“Get a callback”, to the next paint',
      presses.map(({ openModal }) => openModal),
    ),
    swift(
      'Next slide, to the next paint',
      presses.map(({ nextSlide }) => nextSlide),
    ),
    swift(
      'SEND with mistakes, to the next paint, 4× slower processor',
      slowPresses.map(({ sendWithMistakes }) => sendWithMistakes),
    ),
    swift(
      '“Get a callback”, to the next paint, 4× slower processor',
      slowPresses.map(({ openModal }) => openModal),
    ),
    swift(
      'Next slide, to the next paint, 4× slower processor',
      slowPresses.map(({ nextSlide }) => nextSlide),
    ),
    swift('Modal open and painted after triggerModal', triggered),
    swift(
      'Modal open and painted after triggerModal, before React is there',
      early.map(({ byEvent }) => byEvent),
    ),
    swift(
      '“Get a callback” before React is there, to the next paint',
      early.map(({ pressed }) => pressed),
    ),
    atMost(CAROUSEL_MOST_MS, 'The carousel moves by itself, after load', median(moves), 'ms'),
  ]
}

async function inTurn<Result>(times: number, act: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < times) results.push(await act())
  return results
}
