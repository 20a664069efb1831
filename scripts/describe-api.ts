import { readFileSync } from 'node:fs'
import { appointmentForm } from '../src/callback-request/appointment.ts'
import { contactForm } from '../src/callback-request/contact.ts'
import { type Field, NOT_OFFERED } from '../src/callback-request/rules.ts'
import { splitTimeSlot } from '../src/callback-request/time-slots.ts'
import type { Department } from '../src/content/content.ts'
import { KEY_HEADER, KEY_LENGTH, KEY_REUSED } from '../src/server/http/idempotency-key.ts'

/**
 * The description of both calls for this department, as JSON: the file kept by hand, with the department's facts, and
 * with choices, numbers of digits and messages of its forms.
 */
export function describeApi({ name, hospital, timeZone, offer }: Department, version: string): string {
  const facts: Record<string, string> = { version, department: `${name}, ${hospital}`, timeZone }
  const file = readFileSync('src/server/site/api/openapi.json', 'utf8')
  const api = JSON.parse(
    file.replaceAll(/\{(version|department|timeZone)\}/g, (_, fact) => JSON.stringify(facts[fact]).slice(1, -1)),
  )
  const { services, timeSlots, phoneDigits } = offer
  const { Appointment, Contact, StartTime, EndTime, AppointmentProblem, ContactProblem } = api.components.schemas
  const windows = timeSlots.map((slot) => ({ slot, ...splitTimeSlot(slot) }))
  Object.assign(Appointment.properties.selected, { enum: services })
  Object.assign(Appointment.properties.time_slot, { enum: timeSlots })
  Object.assign(Appointment.properties.phone, { minLength: phoneDigits.least, maxLength: phoneDigits.most })
  Object.assign(Contact.properties.phone, { minLength: phoneDigits.least })
  Object.assign(StartTime, { enum: windows.map(({ startTime }) => startTime) })
  Object.assign(EndTime, { enum: windows.map(({ endTime }) => endTime) })
  Object.assign(AppointmentProblem.allOf[1].properties.errors, { properties: messagesOf(appointmentForm(offer)) })
  // A call without times is for Anytime.
  const ofContact = { ...messagesOf(contactForm(offer)), time_slot: { enum: [NOT_OFFERED] } }
  Object.assign(ContactProblem.allOf[1].properties.errors, { properties: ofContact })

  const { slot, startTime, endTime } = windows.at(windows.length / 2) ?? {}
  const phone = '0'.repeat(phoneDigits.least)
  const times = { start_time: startTime, end_time: endTime }
  for (const [call, example] of [
    ['appointment', { phone, selected: services[0], time_slot: slot, ...times }],
    ['contact-us', { phone, ...(startTime && times) }],
  ] as const) {
    const [media] = Object.values<{ example: object }>(api.paths[`/api/${call}`].post.requestBody.content)
    Object.assign(media?.example ?? {}, example)
  }
  return `${JSON.stringify(api, null, 2)}\n`
}

/** The messages of each field of a form, and of the key. */
function messagesOf(form: Record<string, Field>) {
  const ofFields = Object.entries(form).map(([name, { rules, options }]) => {
    const messages = rules.map(({ message }) => message)
    return [name, { enum: [...new Set(options ? [...messages, NOT_OFFERED] : messages)] }]
  })
  return { ...Object.fromEntries(ofFields), [KEY_HEADER]: { enum: [KEY_LENGTH.message, KEY_REUSED] } }
}
