import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from './engine.ts'

/** Where to look in the page: what a selector finds, and of that what has the name. */
export interface Target {
  within?: string
  /** Without it: everything that can be pressed. */
  selector?: string
  /** The accessible name, in upper or lower case. */
  name?: string
}

/** An element as a visitor meets it. Measures are CSS pixels of the window. */
export interface Seen {
  name: string
  text: string
  left: number
  right: number
  top: number
  bottom: number
  /** Painted somewhere: neither it nor what it is in is hidden. */
  visible: boolean
  focused: boolean
  /** The element at its middle is its own, so that a press there reaches it. */
  pressable: boolean
  /** What is at its middle instead. */
  coveredBy: string
}

export const HERO = 'section[aria-roledescription]:not(#carousel-demo)'
export const CAROUSEL = '#carousel-demo'
export const BAR = '#appointment'
export const MODAL = '#contact'
export const SLIDE = '[role="group"]'

/** Repeats a check until it throws no more. @throws the check's last complaint, after this many milliseconds */
export async function eventually<Result>(check: () => Result | Promise<Result>, withinMs = 10_000): Promise<Result> {
  const end = Date.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (complaint) {
      if (Date.now() > end) throw complaint
      await pause(40)
    }
  }
}

/** All elements that a target names, in the document's order. */
export function look(page: Page, target: Target): Promise<Seen[]> {
  return page.evaluate(measure, target, 'stay')
}

/**
 * Runs in the page. With `scroll`, the first visible element comes to the middle of the window before it is measured,
 * unless it can be pressed where it is.
 */
function measure({ within = 'body', selector, name }: Target, moving: 'scroll' | 'stay'): Seen[] {
  const words = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => words(element.getAttribute('aria-label')) || words(element.textContent)
  const atMiddle = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const root = document.querySelector(within)
  const found = root ? [...root.querySelectorAll(selector ?? 'a[href], button, summary, [role="button"]')] : []
  const named = found.filter((element) => name === undefined || nameOf(element).toLowerCase() === name.toLowerCase())
  const first = named.find(isVisible)
  if (moving === 'scroll' && first && !first.contains(atMiddle(first))) first.scrollIntoView({ block: 'center' })
  return named.map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const hit = atMiddle(element)
    return {
      name: nameOf(element),
      text: words(element.textContent),
      left,
      right,
      top,
      bottom,
      visible: isVisible(element),
      focused: element === document.activeElement,
      pressable: element.contains(hit),
      coveredBy: hit ? `${hit.tagName.toLowerCase()} "${words(hit.textContent).slice(0, 40)}"` : '',
    }
  })
}

/** The first visible element that a target names. @throws when there is none */
export async function see(page: Page, target: Target): Promise<Seen> {
  return firstVisible(await look(page, target), target)
}

function firstVisible(found: Seen[], target: Target): Seen {
  const visible = found.find((seen) => seen.visible)
  if (!visible) throw new Error(`${found.length ? 'not visible' : 'not there'}: ${JSON.stringify(target)}`)
  return visible
}

/** Presses what a target names with real input, once it stands still and nothing covers it. */
export async function press(page: Page, target: Target) {
  const { left, right, top, bottom } = await eventually(async () => {
    const before = firstVisible(await page.evaluate(measure, target, 'scroll'), target)
    const now = await see(page, target)
    if (now.left !== before.left || now.top !== before.top) throw new Error(`moves: ${JSON.stringify(target)}`)
    if (!now.pressable) throw new Error(`${now.coveredBy || 'nothing'} covers ${JSON.stringify(target)}`)
    return now
  })
  await page.press({ x: (left + right) / 2, y: (top + bottom) / 2 })
}

/** What a control is: a field's name, or a button's accessible name; for the page itself "page". */
export function focused(page: Page): Promise<{ name: string; within: string[]; slide: string | null }> {
  return page.evaluate(
    (landmarks: string[], slide: string) => {
      const element = document.activeElement
      if (!element || element === document.body || element === document.documentElement) {
        return { name: 'page', within: [], slide: null }
      }
      const label = element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
      return {
        name: label.replace(/\s+/g, ' ').trim(),
        within: landmarks.filter((landmark) => element.closest(landmark)),
        slide: element.closest(slide)?.querySelector('h2, h3')?.textContent ?? null,
      }
    },
    ['header', HERO, CAROUSEL, BAR, MODAL],
    SLIDE,
  )
}
