import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose rows may disappear: from a row that is gone it goes to the next one, or to the one
 * before, and from the last to the page's heading.
 *
 * @param ids of the elements, one in each row, that can have the focus
 */
export function useKeptFocus(ids: readonly string[]): void {
  const focused = useRef<string>(undefined)
  const before = useRef(ids)

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target.id : undefined
    }
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return
      // Some browsers also say so of an element that is being removed: that is known only afterwards.
      queueMicrotask(() => {
        const isLeft = target instanceof Element && target.isConnected && focused.current === target.id
        if (isLeft) focused.current = undefined
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
    const at = before.current.indexOf(focused.current ?? '')
    if (at >= 0 && document.activeElement === document.body) {
      const nearest = [...before.current.slice(at), ...before.current.slice(0, at).reverse()]
      const id = nearest.find((one) => ids.includes(one))
      const target = id === undefined ? document.querySelector<HTMLElement>('main h1') : document.getElementById(id)
      target?.focus()
    }
    before.current = ids
  })
}
