import {
  APPOINTMENT_FORM,
  type AppointmentField,
  appointmentPayload,
  parseAppointmentCall,
} from '../../../callback-request/appointment.ts'
import { CONTACT_FORM, type ContactField, contactPayload, parseContactCall } from '../../../callback-request/contact.ts'
import type { ValidationResult } from '../../../callback-request/rules.ts'
import { FORM_TYPE, JSON_TYPE } from '../../http/body/media-type.ts'
import { type Form, type Schema, SLOT_TIMES } from './form-schema.ts'

const VISITOR = {
  name: 'Asha Invented',
  phone: '0000000000',
  email: 'asha@visitor.example',
  timeSlot: '10:00am-12:00pm',
} as const

const APPOINTMENT_BODY = appointmentPayload({ ...VISITOR, form: 'appointment', service: 'Rhinoplasty', message: null })
const CONTACT_BODY = Object.fromEntries(
  contactPayload({ ...VISITOR, form: 'contact', service: null, message: 'Please call in the evening.' }),
)

/** What the fields of both calls mean. */
export const MEANINGS: Readonly<Record<AppointmentField | ContactField | 'start_time' | 'end_time', string>> = {
  fullname: 'The name of the person to call.',
  name: 'The name of the person to call.',
  phone: "The number to call, as it is dialled in the department's country.",
  email: 'An e-mail address of that person. Outside ASCII, only letters, digits and marks are accepted.',
  selected: 'The service that the person asks about.',
  time_slot: 'When to call.',
  start_time: 'When the two-hour slot begins. None for Anytime.',
  end_time: 'When that slot ends. None for Anytime.',
  message: 'What the person wants to say. It may have several lines.',
}

/** A call, as far as it differs from the other. */
export interface Call {
  path: string
  operationId: string
  summary: string
  mediaType: string
  /** The name of the schema of its body. */
  name: string
  form: Form
  /** A valid body. Its fields are all those of the call, in the order in which the page sends them. */
  example: Readonly<Record<string, string | null>>
  /** The schemas of `start_time` and `end_time`. */
  times: Readonly<Record<string, Schema>>
  /** Validates a body, as the server does. */
  parse: (body: Record<string, unknown>) => ValidationResult<unknown>
}

export const CALLS: readonly Call[] = [
  {
    path: '/api/appointment',
    operationId: 'requestAppointment',
    summary: 'Asks for a call about one of the services',
    mediaType: JSON_TYPE,
    name: 'Appointment',
    form: APPOINTMENT_FORM,
    example: APPOINTMENT_BODY,
    times: {
      start_time: { type: ['string', 'null'], enum: [...SLOT_TIMES.start_time, null] },
      end_time: { type: ['string', 'null'], enum: [...SLOT_TIMES.end_time, null] },
    },
    parse: parseAppointmentCall,
  },
  {
    path: '/api/contact-us',
    operationId: 'requestCallback',
    summary: 'Asks for a call, with a message',
    mediaType: FORM_TYPE,
    name: 'Contact',
    form: CONTACT_FORM,
    example: CONTACT_BODY,
    times: {
      start_time: { type: 'string', enum: SLOT_TIMES.start_time },
      end_time: { type: 'string', enum: SLOT_TIMES.end_time },
    },
    parse: parseContactCall,
  },
]
