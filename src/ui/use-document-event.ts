import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls the latest handler at each event of this type on the document, from the moment at which the component is in the
 * page.
 *
 * @param phase `capture` also hears what does not bubble, and comes before the handlers of elements
 */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  handler: (event: DocumentEventMap[Type]) => void,
  phase: 'bubble' | 'capture' = 'bubble',
) {
  const handle = useEffectEvent(handler)
  useLayoutEffect(() => {
    const listener = (event: DocumentEventMap[Type]) => handle(event)
    document.addEventListener(type, listener, phase === 'capture')
    return () => document.removeEventListener(type, listener, phase === 'capture')
  }, [type, phase])
}

/** The same for an event of the window. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handler: (event: WindowEventMap[Type]) => void,
) {
  const handle = useEffectEvent(handler)
  useLayoutEffect(() => {
    const listener = (event: WindowEventMap[Type]) => handle(event)
    window.addEventListener(type, listener)
    return () => window.removeEventListener(type, listener)
  }, [type])
}
