import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose rows may disappear: from a row that is gone it goes to the next one, or to the one
 * before, and from the last to the page's heading.
 *
 * @param ids of the elements, one in each row, that get it; whatever else is in the row may have had it
 * @param isPreferred whether a row comes before nearer ones
 */
export function useKeptFocus(ids: readonly string[], isPreferred: (id: string) => boolean = () => true): void {
  const focused = useRef<{ target: Element; id: string | undefined }>(undefined)
  const before = useRef(ids)

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const row = target.closest('tr, li') ?? target
      focused.current = { target, id: before.current.find((id) => row.contains(document.getElementById(id))) }
    }
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return
      // Some browsers also say so of an element that is being removed: that is known only afterwards.
      queueMicrotask(() => {
        const isLeft = target instanceof Element && target.isConnected && document.activeElement !== target
        if (isLeft && focused.current?.target === target) focused.current = undefined
      })
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])

  useEffect(() => {
    const at = before.current.indexOf(focused.current?.id ?? '')
    if (at >= 0 && document.activeElement === document.body) {
      const nearest = [...before.current.slice(at), ...before.current.slice(0, at).reverse()]
      const inOrder = [...nearest.filter(isPreferred), ...nearest]
      const target = inOrder.map((id) => document.getElementById(id)).find((one) => one !== null)
      ;(target ?? document.querySelector<HTMLElement>('main h1'))?.focus()
    }
    before.current = ids
  })
}
