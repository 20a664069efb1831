import type { Calendar } from './calling-days.ts'
import { SERVICES } from './services.ts'
import { TIME_SLOTS, type TimeSlot } from './time-slots.ts'

/** The department's details in mails and at the desk. They come with the built site, from the department's content file. */
export interface DepartmentFacts {
  name: string
  hospital: string
  telephone: { shown: string; dialled: string }
  /** The number that a visitor sees when the department calls. */
  callsFrom: string
  /** Before a number when it is called from another country, such as +91. */
  countryPrefix: string
  /** IANA name of the zone of the slots. */
  timeZone: string
  calendar: Calendar
  offer: Offer
}

/** What a department offers in its forms, and what it accepts as a telephone number. */
export interface Offer {
  /** The values of the service field, in its order; the last is `Other`. */
  services: readonly string[]
  /** Those of the specification's slots that the department offers, in their order. */
  timeSlots: readonly TimeSlot[]
  /** How many digits a telephone number has. */
  phoneDigits: { least: number; most: number }
}

/** The specification's own: sixteen services and `Other`, thirteen slots, ten digits (sections 3, 5 and 9). */
export const SPECIFIED_OFFER: Offer = {
  services: SERVICES,
  timeSlots: TIME_SLOTS,
  phoneDigits: { least: 10, most: 10 },
}

/** Such as `10` or `9 to 12`, for a message. */
export function digitsText({ least, most }: Offer['phoneDigits'], between = ' to '): string {
  return least === most ? String(least) : `${least}${between}${most}`
}
