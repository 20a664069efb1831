import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useDocumentEvent } from './use-document-event.ts'

/**
 * Keeps the focus in a list whose rows may disappear: from a row that is gone it goes to the next one, or to the one
 * before.
 *
 * @param list contains the elements, one in each row, that get the focus, by their keys; whatever else is in the row may
 *   have had it
 * @param shown what the list shows: whenever it is something else, rows may be gone
 * @param focusOther gives the focus to something else, when no row is left
 * @param preferred the key of a row that comes before nearer ones
 */
export function useKeptFocus(
  list: RefObject<Map<string, HTMLElement>>,
  shown: unknown,
  focusOther: () => void,
  preferred?: string,
): void {
  const focused = useRef<{ target: Element; key: string | undefined }>(undefined)
  const before = useRef<readonly string[]>([])

  useDocumentEvent('focusin', ({ target }) => {
    if (target instanceof Element) focused.current = { target, key: keyAt(list.current, target) }
  })
  useDocumentEvent('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    // Some browsers also say so of an element that is being removed: that is known only afterwards.
    queueMicrotask(() => {
      const isLeft = target instanceof Element && target.isConnected && document.activeElement !== target
      if (isLeft && focused.current?.target === target) focused.current = undefined
    })
  })

  const keepFocus = useEffectEvent(() => {
    const at = before.current.indexOf(focused.current?.key ?? '')
    if (at >= 0 && document.activeElement === document.body) {
      const nearest = [...before.current.slice(at), ...before.current.slice(0, at).reverse()]
      const target = [preferred ?? '', ...nearest].map((key) => list.current.get(key)).find((one) => one !== undefined)
      if (target) target.focus()
      else focusOther()
    }
    before.current = [...list.current.keys()]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `shown`
  useEffect(() => keepFocus(), [shown])
}

/** The key of the row in which an element is. */
export function keyAt(list: ReadonlyMap<string, HTMLElement>, element: EventTarget | null): string | undefined {
  if (!(element instanceof Element)) return undefined
  const row = element.closest('tr')
  return [...list].find(([, one]) => row?.contains(one) || one.contains(element))?.[0]
}

/** Moves the focus from a row to the next or previous one, and from nothing to the first. @param from the key of the row */
export function moveFocus(
  list: ReadonlyMap<string, HTMLElement>,
  step: 1 | -1,
  from = keyAt(list, document.activeElement),
): void {
  const keys = [...list.keys()]
  const at = from === undefined ? -1 : keys.indexOf(from)
  list.get(keys[at < 0 ? 0 : at + step] ?? '')?.focus()
}

/** What puts the element of a row into the list, and takes it out again. */
export function inList(list: RefObject<Map<string, HTMLElement>>, key: string) {
  return (element: HTMLElement | null) => {
    if (!element) return
    list.current.set(key, element)
    return () => {
      if (list.current.get(key) === element) list.current.delete(key)
    }
  }
}
