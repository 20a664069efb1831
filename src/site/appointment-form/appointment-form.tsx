import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { type Appointment, appointmentPayload, parseAppointment } from '../../callback-request/appointment.ts'
import type { Service } from '../../callback-request/services.ts'
import { Decoy } from '../decoy.tsx'
import { useFormSubmission } from '../form-submission.ts'
import { usePost } from '../post.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import css from './appointment-form.module.css'

export interface AppointmentFormHandle {
  /** Chooses a service in the form and brings the visitor there. */
  askAbout: (service: Service) => void
}

/**
 * The bar at the page's foot. On wide screens all of it is in sight; on narrow ones a slim bar opens the fields in
 * place. The fields stand beside the `details`, not in it, so that no browser can hide them on a wide screen.
 */
export function AppointmentForm({ ref }: { ref: RefObject<AppointmentFormHandle | null> }) {
  const bar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLDetailsElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const post = usePost()
  const open = () => {
    if (toggle.current) toggle.current.open = true
  }
  const { status, errors, formProps } = useFormSubmission({
    parse: parseAppointment,
    send: (appointment: Appointment) =>
      post({
        path: '/api/appointment',
        contentType: 'application/json',
        body: JSON.stringify(appointmentPayload(appointment)),
      }),
    onRejected: open,
  })

  useImperativeHandle(ref, () => ({
    askAbout: (service) => {
      open()
      const select = form.current?.elements.namedItem('selected')
      if (select instanceof HTMLSelectElement) {
        select.value = service
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      form.current?.querySelector('input')?.focus()
    },
  }))

  useEffect(() => {
    const openWhenNamed = () => {
      if (location.hash === '#appointment' && toggle.current) toggle.current.open = true
    }
    openWhenNamed()
    addEventListener('hashchange', openWhenNamed)
    return () => removeEventListener('hashchange', openWhenNamed)
  }, [])

  useBarHeight(bar)

  return (
    <section id="appointment" className={css['bar']} aria-label="Ask for a callback" ref={bar}>
      <details className={css['toggle']} ref={toggle}>
        <summary className={css['summary']}>
          <span className={css['title']}>Ask for a callback</span> <span>we call when you choose</span>
        </summary>
      </details>
      <form action="/api/appointment" method="post" noValidate className={css['form']} ref={form} {...formProps}>
        <AppointmentFields errors={errors} status={status} />
        <Decoy />
      </form>
    </section>
  )
}

/** Tells the page how high the bar stands, so that what has focus is scrolled clear of it. */
function useBarHeight(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!bar.current) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      document.documentElement.style.setProperty(
        '--bar-height',
        `${Math.min(Math.ceil(height), Math.floor(innerHeight * 0.8))}px`,
      )
    })
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [bar])
}
