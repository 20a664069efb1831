import { useSyncExternalStore } from 'react'

/** The draft of a call's note: it survives a call to somebody else in between. */
export const callNoteOf = (id: string) => `note of the call ${id}`

/** Whether the note of a call has more than space. @param id the callback's */
export const isCallNoteTyped = (id: string) => draftOf(callNoteOf(id)).trim() !== ''

/** The draft of a note on a person's page. */
export const newNoteOf = (id: string) => `note on ${id}`

const STORED = 'drafts'

let texts: Readonly<Record<string, string>> = {}
let writer: string | undefined
const listeners = new Set<() => void>()

/**
 * A text that somebody has typed and not saved. It stays while the person goes from page to page, over a reload, and when
 * the session ends while they type, until they sign in again in this tab. In memory alone while the page is visible.
 *
 * @param key what the text belongs to
 */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => draftOf(key))
  return [text, (typed) => setDraft(key, typed)]
}

/** An empty text is none. */
export function setDraft(key: string, text: string): void {
  const { [key]: _, ...others } = texts
  change(text === '' ? others : { ...others, [key]: text })
}

/** What is typed there now. A component that shows it uses `useDraft`. */
export function draftOf(key: string): string {
  return texts[key] ?? ''
}

/** Forgets all texts of anybody else. @param staff the id of whoever signs in; without one, nobody's texts stay */
export function keepDraftsOf(staff?: string): void {
  if (writer !== staff) change({})
  writer = staff
}

/** Keeps all texts in this tab when its page may end: it is hidden or reloaded, or another site signs the person in. */
export function storeDrafts(): void {
  sessionStorage.setItem(STORED, JSON.stringify({ writer, texts }))
}

/** Brings the texts back that `storeDrafts` has kept, once. */
export function restoreDrafts(): void {
  const stored = sessionStorage.getItem(STORED)
  forgetStoredDrafts()
  if (stored !== null) ({ writer, texts } = JSON.parse(stored))
}

export const forgetStoredDrafts = () => sessionStorage.removeItem(STORED)

function change(changed: typeof texts): void {
  texts = changed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
