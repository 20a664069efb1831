import { useState } from 'react'
import { type Appointment, appointmentPayload, parseAppointment } from '../../callback-request/appointment.ts'
import type { FormTexts } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { callWindowText } from '../forms/call-window.ts'
import { Honeypot } from '../forms/honeypot.tsx'
import { usePost } from '../forms/post.ts'
import { useFormSubmission } from '../forms/use-form-submission.ts'
import { openBar } from '../startup/bar.ts'
import { rememberStored } from '../startup/modal.ts'
import css from './appointment-bar.module.css'
import { AppointmentFields } from './appointment-fields.tsx'

/** The form in the bar: validates, sends and clears. */
export function AppointmentForm({ texts }: { texts: FormTexts }) {
  const post = usePost()
  const [sent, setSent] = useState('')
  const { status, errors, formProps } = useFormSubmission({
    parse: (values) => parseAppointment(values, texts.offer),
    send: (appointment: Appointment) =>
      post({
        path: '/api/appointment',
        contentType: 'application/json',
        body: JSON.stringify(appointmentPayload(appointment)),
      }),
    onRejected: openBar,
    onAccepted: ({ timeSlot }) => {
      rememberStored()
      const window = callWindowText(timeSlot, new Date(), texts)
      setSent(window === undefined ? texts.sentAnytime : fill(texts.sent, { window }))
    },
  })
  return (
    <form action={`/api/appointment${texts.query}`} method="post" noValidate className={css.form} {...formProps}>
      <AppointmentFields texts={texts} errors={errors} status={status} sent={sent} />
      <Honeypot texts={texts} />
    </form>
  )
}
