import type { DepartmentFacts } from '../../src/callback-request/department-facts.ts'
import { SPECIFIED_OFFER } from '../../src/callback-request/department-facts.ts'
import type { CallbackDetails, StoredRequest } from '../../src/callback-request/stored-request.ts'
import type { SubmissionContext } from '../../src/server/storage/requests.ts'

/** The body of a good call to `/api/appointment`. */
export const APPOINTMENT_PAYLOAD = {
  fullname: 'Asha Invented',
  phone: '9876543210',
  selected: 'Rhinoplasty',
  email: 'asha@visitor.example',
  time_slot: '10:00am-12:00pm',
  start_time: '10:00am',
  end_time: '12:00pm',
}

/** The fields of a good call to `/api/contact-us`. */
export const CONTACT_FIELDS = {
  start_time: '06:00pm',
  end_time: '08:00pm',
  name: 'Ravi Invented',
  phone: '98765432100',
  email: 'ravi@visitor.example',
  message: 'Please call\nin the evening.',
}

export const DETAILS: CallbackDetails = {
  form: 'appointment',
  name: 'Asha Invented',
  phone: '9876543210',
  email: 'asha@visitor.example',
  service: 'Rhinoplasty',
  message: null,
  timeSlot: '10:00am-12:00pm',
}

export const SUBMISSION: SubmissionContext = {
  receivedAt: new Date('2026-11-20T09:30:00.000Z'),
  calendar: { timeZone: 'Asia/Kolkata' },
  campaign: null,
  suspicion: null,
  noticeVersion: '2026-11-01',
}

const { timeSlot, ...typed } = DETAILS

/** Two requests as they are stored. */
export const APPOINTMENT: StoredRequest = {
  reference: '7K3M-9RXD',
  ...typed,
  time_slot: timeSlot,
  start_time: '10:00am',
  end_time: '12:00pm',
  received_at: '2026-11-20T09:30:00.000Z',
  status: 'new',
  suspected: false,
  campaign: null,
  suspicion: null,
  withdrawn_at: null,
  notice_version: '2026-11-01',
  language: null,
}

export const CONTACT: StoredRequest = {
  ...APPOINTMENT,
  reference: '7K3M-9RXE',
  form: 'contact',
  name: 'Ravi Invented',
  phone: '98765432100',
  email: 'ravi@visitor.example',
  service: null,
  message: 'Please call\nin the evening.',
}

export const DEPARTMENT: DepartmentFacts = {
  name: 'Department of Plastic Surgery',
  hospital: 'Sample Hospital',
  telephone: { shown: '+91 00000 00001', dialled: '+910000000001' },
  callsFrom: '+91 00000 00002',
  countryPrefix: '+91',
  offer: SPECIFIED_OFFER,
  timeZone: 'Asia/Kolkata',
  calendar: { timeZone: 'Asia/Kolkata' },
}

/** The configuration of a webhook at which nobody listens, so that each message stays in the outbox. */
export const UNHEARD_WEBHOOK = {
  WEBHOOK_URL: 'http://127.0.0.1:1/',
  WEBHOOK_SECRET: Buffer.from('a secret of twenty-four b').toString('base64'),
}
