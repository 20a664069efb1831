/**
 * A program that asks for callbacks with a client that was generated from the description of the API. Prints what it
 * was answered, as JSON. `generated-client.test.ts` checks its types, and runs it beside the generated `client.ts`.
 */
import { defaults, requestAppointment, requestCallback } from './client.ts'

defaults.baseUrl = process.argv[2] ?? ''

const marker = 'XMLHttpRequest'
const visitor = { phone: '0000000000', email: 'asha@visitor.example' }

const appointment = {
  ...visitor,
  fullname: 'Asha Invented',
  selected: 'Face & Neck Lift',
  time_slot: 'Anytime',
} as const
const retry = { idempotencyKey: 'journey' }
const first = await requestAppointment(marker, appointment, retry)
const again = await requestAppointment(marker, appointment, retry)
const callback = await requestCallback(
  marker,
  {
    ...visitor,
    name: 'Ravi Invented',
    start_time: '06:00pm',
    end_time: '08:00pm',
    message: 'In the evening,\nplease & thanks.',
  },
  {},
)
const refused = await requestAppointment(marker, { ...appointment, phone: '1', email: 'asha@example' }, {})
const reused = await requestAppointment(marker, { ...appointment, phone: '1111111111' }, retry)

console.log(
  JSON.stringify({
    first: first.status === 201 ? first.data.reference : first.data.title,
    again: again.status === 201 ? again.data.reference : again.data.title,
    callback: callback.status === 201 ? callback.data.reference : callback.data.title,
    phone: refused.status === 422 ? refused.data.errors.phone : refused.status,
    email: refused.status === 422 ? refused.data.errors.email : refused.status,
    key: reused.status === 422 ? reused.data.errors['Idempotency-Key'] : reused.status,
  }),
)
