import type { Insertable, Selectable } from 'kysely'
import { SERVICES } from '../../callback-request/services.ts'
import type { CallbackRequestsTable, CallbacksTable } from '../../server/storage/database/schema.ts'
import type { DemoRequest } from './callback-history.ts'
import { isAbroad, type Person } from './people.ts'
import type { Random } from './random.ts'
import { CAMPAIGNS, MESSAGES, SPAM_MESSAGES } from './texts.ts'

const WITH_APPOINTMENT_FORM = 0.75

/** Above 1, so that the first services of the list are chosen more often. */
const PREFERENCE = 1.7

/** The rows of requests, with what people typed. */
export class RequestRows {
  readonly #random: Random
  readonly #noticeVersion: string

  constructor(random: Random, noticeVersion: string) {
    this.#random = random
    this.#noticeVersion = noticeVersion
  }

  /** A request that belongs to a callback. */
  joined(
    person: Person,
    request: DemoRequest,
    callback: Selectable<CallbacksTable>,
  ): Insertable<CallbackRequestsTable> {
    const isAppointment = !isAbroad(person) && this.#random.chance(WITH_APPOINTMENT_FORM)
    const service = SERVICES[Math.floor(this.#random.next() ** PREFERENCE * SERVICES.length)] ?? 'Other'
    return {
      ...this.#row(person, request),
      ...(isAppointment
        ? { form: 'appointment', service, message: null }
        : { form: 'contact', service: null, message: this.#random.pick(MESSAGES) }),
      suspected: callback.status === 'spam' ? 1 : 0,
      callback: callback.id,
      due_from: request.window.from.toISOString(),
      due_until: request.window.until.toISOString(),
    }
  }

  /** A request that looks like a robot's, and has no callback. */
  suspected(person: Person, request: Omit<DemoRequest, 'window'>): Insertable<CallbackRequestsTable> {
    const message = this.#random.pick(SPAM_MESSAGES)
    return { ...this.#row(person, request), form: 'contact', service: null, message, suspected: 1 }
  }

  #row({ name, phone, email }: Person, { reference, receivedAt, slot }: Omit<DemoRequest, 'window'>) {
    const campaign = this.#random.pick(CAMPAIGNS)
    return {
      ...{ reference, name, phone, email, time_slot: slot, received_at: receivedAt.toISOString() },
      campaign: campaign && JSON.stringify(campaign),
      notice_version: this.#noticeVersion,
      has_words: 1,
    }
  }
}
