import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Appointment, appointmentPayload, parseAppointment } from '../../callback-request/appointment.ts'
import type { FormTexts } from '../../content/content.ts'
import { setField } from '../../ui/set-field.ts'
import { useMedia } from '../../ui/use-browser-state.ts'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import { scrollInto, useFocusInView } from '../../ui/use-focus-in-view.ts'
import { IslandBoundary } from '../boundary/island-boundary.tsx'
import { usePost } from '../forms/post.ts'
import { RequestForm } from '../forms/request-form.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { CallPromise } from '../visit/call-promise.tsx'
import { rememberRequest, useVisit } from '../visit/visit.ts'
import css from './appointment-bar.module.css'
import { AppointmentFields } from './appointment-fields.tsx'

/** The space left between the focused element and the bar, in px. */
const SPACE_PX = 16

/**
 * The bar at the bottom of the page, with the form that is validated, sent and cleared. Wide screens show all of it; on
 * narrow ones, a slim bar opens the fields in place. The fields are beside the `details`, not in it, so that no browser
 * can hide them on a wide screen.
 */
export function AppointmentBar({ texts }: { texts: FormTexts }) {
  const bar = useRef<HTMLElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const post = usePost('appointment', 'application/json')
  const { request } = useVisit()
  const open = () => details.current?.setAttribute('open', '')
  const { form, formProps, ...submission } = useSubmission({
    name: 'appointment',
    parse: (values) => parseAppointment(values, texts.offer),
    send: async (appointment: Appointment, typed) => {
      const key = await post(JSON.stringify(appointmentPayload(appointment)))
      await rememberRequest(appointment, { form: 'appointment', key, typed }, texts.calendar)
    },
    reveal: open,
  })
  useDocumentEvent('chooseService', (event) => {
    if (!form.current) return
    event.preventDefault()
    open()
    const field = chooseService(form.current, event.detail)
    field?.focus({ preventScroll: true })
    if (bar.current && field) scrollInto(bar.current, field)
  })
  useDocumentEvent('askForTyped', ({ detail: tell }) => {
    if (form.current && submission.status !== 'PENDING') tell(new FormData(form.current))
  })
  useNothingCovered(bar)
  useFocusInView(bar)

  // A phone's keyboard makes the window low: while one of its fields has the focus, the bar stays where it is, and open.
  const [isUsed, setUsed] = useState(false)
  const isSlim = useMedia('(max-width: 47.99em), (max-height: 35.99em)')
  const noteUse = (is: boolean) => {
    setUsed(is)
    if (!isSlim) details.current?.toggleAttribute('open', is)
  }
  useLayoutEffect(() => setUsed(form.current?.contains(document.activeElement) ?? false), [form]) // it may have come before React
  // In a window so low the bar does not stick, and is at the page's end: what is open comes into sight.
  const isLow = useMedia('(max-height: 29.99em)')
  const showOpened = () => {
    const isBehind = document.activeElement?.closest('dialog')
    if (details.current?.open && !isUsed && !isBehind) bar.current?.scrollIntoView({ block: 'nearest' })
  }
  const showWhenTurned = useEffectEvent(showOpened)
  useEffect(() => {
    if (isLow) showWhenTurned()
  }, [isLow])

  const { title, subtitle } = texts.appointment
  return (
    <IslandBoundary>
      <section ref={bar} id="appointment" className={css.bar} aria-label={title} data-used={isUsed || undefined}>
        <details ref={details} className={css.toggle} onToggle={() => isLow && showOpened()}>
          <summary className={css.summary}>
            {request ? (
              <span>
                <CallPromise request={request} texts={texts} />
              </span>
            ) : (
              <>
                <span className={css.title}>{title}</span> <span>{subtitle}</span>
              </>
            )}
          </summary>
        </details>
        <div className={css.root}>
          <RequestForm
            form="appointment"
            texts={texts}
            className={css.form}
            {...formProps}
            onFocus={() => noteUse(true)}
            // While another window is in use, the field is still the page's active element.
            onBlur={({ currentTarget: used, relatedTarget: next }) =>
              noteUse(used.contains(next ?? document.activeElement))
            }
          >
            <AppointmentFields {...submission} texts={texts} />
          </RequestForm>
        </div>
      </section>
    </IslandBoundary>
  )
}

/** Returns the form's first field. */
function chooseService({ elements }: HTMLFormElement, service: string): HTMLElement | undefined {
  const [field, select] = ['fullname', 'selected'].map((name) => elements.namedItem(name))
  if (select instanceof HTMLSelectElement) setField(select, service)
  return field instanceof HTMLElement ? field : undefined
}

/** Keeps the bar from covering the focused element. It does not cover its own fields; padding would only scroll the page. */
function useNothingCovered(bar: { readonly current: HTMLElement | null }) {
  useDocumentEvent('focusin', ({ target }) => {
    if (!bar.current || !(target instanceof Element) || target.closest('dialog')) return
    const isSticky = getComputedStyle(bar.current).position === 'sticky'
    const isInside = bar.current.contains(target)
    const covered = isInside ? 0 : bar.current.getBoundingClientRect().height + SPACE_PX
    document.documentElement.style.scrollPaddingBlockEnd = isSticky ? `${covered}px` : ''
    if (isSticky && !isInside && target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })
}
