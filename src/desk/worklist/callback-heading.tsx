import { Link, useRouter } from '@tanstack/react-router'
import { rememberOpened } from './opened-callback.ts'
import css from './worklist-page.module.css'
import type { CallbackRow } from './worklist-query.ts'

/** Marks the heading of a row with the callback's id. */
const MARK = 'data-callback'

/**
 * The name that heads a row, as a link to the person's page. The heading gets the focus when somebody moves through the
 * list by keys.
 */
export function CallbackHeading({ id, name, references }: CallbackRow) {
  const router = useRouter()
  const remember = () => rememberOpened(router.latestLocation.state.__TSR_key, id)
  return (
    <h3 className={css.name} tabIndex={-1} {...{ [MARK]: id }}>
      <Link to="/requests/$reference" params={{ reference: references[0] ?? id }} onClick={remember}>
        <bdi>{name}</bdi>
      </Link>
    </h3>
  )
}

/** The id of the callback in whose row an element is. */
export function callbackAt(element: EventTarget | null): string | undefined {
  if (!(element instanceof Element)) return undefined
  return element.closest('tr, li')?.querySelector(`[${MARK}]`)?.getAttribute(MARK) ?? undefined
}

/** Gives the focus to a callback's heading; without one in the page, to the page's heading. */
export function focusCallback(id: string | undefined): void {
  const heading = id === undefined ? null : document.querySelector<HTMLElement>(`[${MARK}="${CSS.escape(id)}"]`)
  const target = heading ?? document.querySelector<HTMLElement>('main h1')
  target?.focus()
}

/** Moves the focus to the heading of the next or previous row; from elsewhere, to the first. */
export function focusNeighbour(step: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>(`[${MARK}]`)]
  const current = callbackAt(document.activeElement)
  const at = headings.findIndex((heading) => heading.getAttribute(MARK) === current)
  headings[at < 0 ? 0 : at + step]?.focus()
}

/** Opens the page of the person in whose row the focus is. */
export function openFocused(): void {
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>(`[${MARK}] a`)?.click()
}
