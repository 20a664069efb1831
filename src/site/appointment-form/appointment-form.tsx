import { useState } from 'react'
import {
  type Appointment,
  type AppointmentField,
  appointmentPayload,
  parseAppointment,
} from '../../callback-request/appointment.ts'
import type { FormTexts } from '../../content/content.ts'
import { fill, say } from '../../content/fill.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { callWindowText } from '../forms/call-window.ts'
import { FormFooter } from '../forms/form-footer.tsx'
import { usePost } from '../forms/post.ts'
import { RequestForm } from '../forms/request-form.tsx'
import { useFormSubmission } from '../forms/use-form-submission.ts'
import {
  EmailField,
  type FieldsProps,
  fieldsOf,
  NameField,
  PhoneField,
  TimeSlotField,
} from '../forms/visitor-fields.tsx'
import { openBar } from '../startup/bar.ts'
import { rememberStored } from '../startup/modal.ts'
import bar from './appointment-bar.module.css'
import css from './appointment-fields.module.css'

/**
 * The bar at the bottom of the page. Wide screens show all of it; on narrow ones, a slim bar opens the fields in place.
 * The fields are beside the `details`, not in it, so that no browser can hide them on a wide screen.
 */
export function AppointmentBar({ texts }: { texts: FormTexts }) {
  const { title, subtitle } = texts.appointment
  return (
    <section id="appointment" className={bar.bar} aria-label={title}>
      <details className={bar.toggle}>
        <summary className={bar.summary}>
          <span className={bar.title}>{title}</span> <span>{subtitle}</span>
        </summary>
      </details>
      <div className={bar.root} data-root="appointment">
        <AppointmentForm texts={texts} />
      </div>
    </section>
  )
}

/** The form in the bar: validates, sends and clears. */
export function AppointmentForm({ texts }: { texts: FormTexts }) {
  const post = usePost()
  const [sent, setSent] = useState('')
  const { status, errors, formProps } = useFormSubmission({
    parse: (values) => parseAppointment(values, texts.offer),
    send: (appointment: Appointment) =>
      post('appointment', 'application/json', JSON.stringify(appointmentPayload(appointment))),
    onFailed: openBar,
    onAccepted: ({ timeSlot }) => {
      rememberStored()
      const window = callWindowText(timeSlot, new Date(), texts)
      setSent(window === undefined ? texts.sentAnytime : fill(texts.sent, { window }))
    },
  })
  return (
    <RequestForm form="appointment" texts={texts} className={bar.form} {...formProps}>
      <AppointmentFields texts={texts} errors={errors} status={status} sent={sent} />
    </RequestForm>
  )
}

/** The five fields, SEND, and the status line below them. */
export function AppointmentFields({ status, sent = '', ...typed }: FieldsProps<AppointmentField>) {
  const field = fieldsOf('appointment', typed)
  const { texts } = typed
  const { translations, appointment: labels } = texts
  const services = texts.offer.services.map((service) => ({ value: service, text: say(service, translations) }))
  return (
    <div
      className={css.fields}
      data-invalid={Object.keys(typed.errors).length > 0 ? '' : undefined}
      data-outcome={['OK', 'ERROR', 'FAILED'].includes(status) ? '' : undefined}
    >
      <NameField {...field('fullname')} label={labels.name} placeholder={say('Enter Name', translations)} />
      <PhoneField {...field('phone')} label={labels.phone} texts={texts} prefix={texts.countryPrefix} />
      <EmailField {...field('email')} label={labels.email} />
      <TimeSlotField {...field('time_slot')} label={labels.timeSlot} texts={texts} />
      <SelectField
        {...field('selected')}
        label={labels.service}
        options={services}
        emptyOption={labels.chooseService}
      />
      <div className={css.send}>
        <SubmitButton busy={status === 'PENDING'}>{say('SEND', translations)}</SubmitButton>
      </div>
      <div className={css.footer}>
        <FormFooter status={status} texts={texts} sent={sent} />
      </div>
    </div>
  )
}
