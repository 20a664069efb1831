import { readFileSync } from 'node:fs'
import { digitsText, type Offer, SPECIFIED_OFFER } from '../src/callback-request/department-facts.ts'
import { splitTimeSlot } from '../src/callback-request/time-slots.ts'
import type { Department } from '../src/content/content.ts'

/** The description of both calls for this department, as JSON: the file kept by hand, with its facts and its offer. */
export function describeApi({ name, hospital, timeZone, offer }: Department, version: string): string {
  const facts: Record<string, string> = { version, department: `${name}, ${hospital}`, timeZone }
  const description = readFileSync('src/server/site/api/openapi.json', 'utf8').replaceAll(
    /\{(version|department|timeZone)\}/g,
    (_, fact) => JSON.stringify(facts[fact]).slice(1, -1),
  )
  return JSON.stringify(offer) === JSON.stringify(SPECIFIED_OFFER) ? description : withOffer(description, offer)
}

/** Puts the department's own services, slots and digits in place of the specification's. */
function withOffer(description: string, { services, timeSlots, phoneDigits }: Offer): string {
  const api = JSON.parse(description)
  const { Appointment, Contact, StartTime, EndTime } = api.components.schemas
  const windows = timeSlots.map(splitTimeSlot).filter(({ startTime }) => startTime !== null)
  const [{ startTime = null, endTime = null } = {}] = windows
  const [slot] = timeSlots.filter((one) => splitTimeSlot(one).startTime === startTime)
  const phone = '0'.repeat(phoneDigits.least)
  Object.assign(Appointment.properties.selected, { enum: services })
  Object.assign(Appointment.properties.time_slot, { enum: timeSlots })
  Object.assign(Appointment.properties.phone, { minLength: phoneDigits.least, maxLength: phoneDigits.most })
  Object.assign(Contact.properties.phone, { minLength: phoneDigits.least })
  StartTime.enum = windows.map((window) => window.startTime)
  EndTime.enum = windows.map((window) => window.endTime)
  for (const [call, example] of [
    ['appointment', { phone, selected: services[0], time_slot: slot, start_time: startTime, end_time: endTime }],
    ['contact-us', { phone, ...(startTime === null ? {} : { start_time: startTime, end_time: endTime }) }],
  ] as const) {
    const [media] = Object.values<{ example: object }>(api.paths[`/api/${call}`].post.requestBody.content)
    if (media) media.example = { ...media.example, ...example }
  }
  return `${JSON.stringify(api, null, 2)
    .replaceAll('must have 10 digits', `must have ${digitsText(phoneDigits)} digits`)
    .replaceAll('at least 10 characters', `at least ${phoneDigits.least} characters`)}\n`
}
