import { Link, useRouter } from '@tanstack/react-router'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import css from './cell.module.css'

const PREFIX = 'callback-'
const HEADING = `[id^='${PREFIX}']`
const FIRST_AT_ONCE = `:is([data-bucket='overdue'], [data-bucket='due']) ${HEADING}`

/** The row from which somebody went to a person's page, and the place of the worklist in the browser's history. */
let opened: { historyEntry: string | undefined; id: string } | undefined

/** The callback that was opened from this place in the history, if it was the last that was opened. */
export function openedAt(historyEntry: string | undefined): string | undefined {
  return opened?.historyEntry === historyEntry ? opened?.id : undefined
}

/** The id of the heading of a callback. It gets the focus when somebody moves through the list by keys. */
export function headingOf(id: string): string {
  return PREFIX + id
}

/** The name that heads a row, as a link to the person's page. */
export function CallbackHeading({ id, name, references, isSelected }: CallbackRow & { isSelected: boolean }) {
  const router = useRouter()
  const remember = () => {
    opened = { historyEntry: router.latestLocation.state.__TSR_key, id }
  }
  return (
    <h3 id={headingOf(id)} className={css.name} tabIndex={-1} aria-current={isSelected || undefined}>
      <Link to="/requests/$reference" params={{ reference: references[0] ?? id }} onClick={remember}>
        <bdi>{name}</bdi>
      </Link>
    </h3>
  )
}

/** The id of the callback in whose row an element is. */
export function callbackAt(element: EventTarget | null): string | undefined {
  if (!(element instanceof Element)) return undefined
  return element.closest('tr, li')?.querySelector(HEADING)?.id.slice(PREFIX.length)
}

/**
 * Gives the focus to a callback's heading. Where a filter hides it, the first that can be called at once gets the focus;
 * without any, the page's heading.
 */
export function focusCallback(id: string | undefined): void {
  const target = id === undefined ? null : (elementOf(id) ?? document.querySelector<HTMLElement>(FIRST_AT_ONCE))
  const heading = target ?? document.querySelector<HTMLElement>('main h1')
  heading?.focus()
}

/** Moves the focus from a row to the next or previous one. */
export function focusNeighbour(from: string | undefined, step: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>(HEADING)]
  const at = headings.findIndex(({ id }) => id === PREFIX + from)
  headings[at < 0 ? 0 : at + step]?.focus()
}

/** Opens a person's page from the list. */
export function openCallback(id: string | undefined): void {
  elementOf(id)?.querySelector('a')?.click()
}

function elementOf(id: string | undefined): HTMLElement | null {
  return document.getElementById(PREFIX + id)
}
