import { type Appointment, appointmentPayload, parseAppointment } from '../../callback-request/appointment.ts'
import type { FormTexts } from '../../content/content.ts'
import { Honeypot } from '../forms/honeypot.tsx'
import { usePost } from '../forms/post.ts'
import { useFormSubmission } from '../forms/use-form-submission.ts'
import { openBar } from '../startup/bar.ts'
import css from './appointment-bar.module.css'
import { AppointmentFields } from './appointment-fields.tsx'

/** The form in the bar: validates, sends and clears. */
export function AppointmentForm({ texts }: { texts: FormTexts }) {
  const post = usePost()
  const { status, errors, formProps } = useFormSubmission({
    parse: (values) => parseAppointment(values, texts.offer),
    send: (appointment: Appointment) =>
      post({
        path: '/api/appointment',
        contentType: 'application/json',
        body: JSON.stringify(appointmentPayload(appointment)),
      }),
    onRejected: openBar,
  })
  return (
    <form action={`/api/appointment${texts.query}`} method="post" noValidate className={css.form} {...formProps}>
      <AppointmentFields texts={texts} errors={errors} status={status} />
      <Honeypot texts={texts} />
    </form>
  )
}
