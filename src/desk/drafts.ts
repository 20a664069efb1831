import { useSyncExternalStore } from 'react'

let texts: Readonly<Record<string, string>> = {}
let writer: string | undefined
const listeners = new Set<() => void>()

/**
 * A text that somebody has typed and not saved. It stays while the person goes from page to page, and when the session
 * ends while they type, until they sign in again in this tab. Only in memory.
 *
 * @param key what the text belongs to
 */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => texts[key] ?? '')
  return [text, (typed) => setDraft(key, typed)]
}

/** An empty text is none. */
export function setDraft(key: string, text: string): void {
  const { [key]: _, ...others } = texts
  change(text === '' ? others : { ...others, [key]: text })
}

/** Forgets all texts of anybody else. @param staff the id of whoever signs in; without one, nobody's texts stay */
export function keepDraftsOf(staff?: string): void {
  if (writer !== staff) change({})
  writer = staff
}

function change(changed: typeof texts): void {
  texts = changed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
