import { type RefObject, useEffect } from 'react'
import { controlsOf, setField } from '../../ui/set-field.ts'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import { withStorage } from '../session.ts'
import type { FormName } from './request-form.tsx'

/**
 * Keeps what is typed and not sent in this tab's session: for a reload, and for phones that close a page in the
 * background. Only empty fields are filled, because a browser may have filled some by itself.
 */
export function useDraft(name: FormName, form: RefObject<HTMLFormElement | null>) {
  const key = `callback-draft-${name}`
  const keep = () => {
    const typed = controlsOf(form.current).filter(({ value }) => value !== '')
    const draft = JSON.stringify(Object.fromEntries(typed.map((control) => [control.name, control.value])))
    withStorage((storage) => (typed.length > 0 ? storage.setItem(key, draft) : storage.removeItem(key)))
  }
  useDocumentEvent('visibilitychange', keep)
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  })
  useEffect(() => {
    const draft = withStorage((storage): Record<string, unknown> => JSON.parse(storage.getItem(key) ?? '{}')) ?? {}
    for (const control of controlsOf(form.current)) {
      const value = draft[control.name]
      if (control.value === '' && typeof value === 'string') setField(control, value)
    }
  }, [key, form])
}
