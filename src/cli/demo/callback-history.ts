import type { Insertable, Selectable } from 'kysely'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { type SlotWindow, type Window, windowOf } from '../../callback-request/calling/requeue.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { windowOfRow } from '../../server/storage/callbacks/callback-rows.ts'
import { called } from '../../server/storage/callbacks/called.ts'
import type {
  AttemptsTable,
  AuditEventsTable,
  CallbackEventsTable,
  CallbacksTable,
  NotesTable,
} from '../../server/storage/database/schema.ts'
import { timedId } from '../../server/storage/database/timed-id.ts'

/** A request of a callback, without what the person typed. */
export interface DemoRequest {
  reference: string
  receivedAt: Date
  slot: TimeSlot
  window: Window
}

/** A call that somebody makes. */
export interface DemoCall {
  outcome: Outcome
  at: Date
  /** When the caller claimed the callback. */
  claimedAt: Date
  by: string
  note: string | undefined
  /** The chosen slot and window of `call_later`. */
  later?: SlotWindow | undefined
}

/**
 * One callback from its first request on. Requests and calls must come in the order of time; each changes it as the desk
 * would.
 */
export class CallbackHistory {
  readonly requests: DemoRequest[] = []
  readonly attempts: Insertable<AttemptsTable>[] = []
  readonly notes: Insertable<NotesTable>[] = []
  readonly events: Insertable<CallbackEventsTable>[] = []
  readonly auditEvents: Insertable<AuditEventsTable>[] = []
  callback: Selectable<CallbacksTable>
  readonly #timeZone: string

  constructor(request: Omit<DemoRequest, 'window'>, timeZone: string) {
    this.#timeZone = timeZone
    const { reference: id, receivedAt, slot } = request
    const { due_from, due_until } = this.#add(request)
    this.callback = {
      ...{ id, phone_key: '', status: 'new', slot, due_from, due_until, first_from: due_from, first_until: due_until },
      ...{
        asked: 1,
        service: null,
        first_service: null,
        first_slot: slot,
        first_campaign: null,
        tries: 0,
        opened_at: receivedAt.toISOString(),
        first_tried_at: null,
        tried_at: null,
      },
      ...{ settled_at: null, claimed_by: null, claimed_until: null, last_held_by: null },
    }
  }

  get window(): Window {
    return windowOfRow(this.callback)
  }

  /** The same person asks again: the window that ends first counts. */
  receive(request: Omit<DemoRequest, 'window'>): void {
    const due = this.#add(request)
    this.callback.asked++
    if (due.due_until < this.callback.due_until) Object.assign(this.callback, due, { slot: request.slot })
  }

  call({ outcome, at, claimedAt, by, note, later }: DemoCall): void {
    const { id } = this.callback
    const others = this.requests.map(({ slot, window }) => ({ slot, window }))
    const call = { outcome, by, now: at, timeZone: this.#timeZone, others, later }
    const { changed, attempt, requeued } = called(this.callback, call)
    this.#record(claimedAt, by, 'claimed', null)
    this.#happen(claimedAt, by, 'claimed', null)
    this.attempts.push(attempt)
    if (note) this.notes.push({ id: timedId(at), callback: id, by, at: at.toISOString(), text: note })
    if (requeued) this.#happen(at, by, 'requeued', requeued)
    this.#record(at, by, 'outcome', { outcome })
    this.callback = { ...this.callback, ...changed }
  }

  #add(request: Omit<DemoRequest, 'window'>) {
    const window = windowOf(request.slot, request.receivedAt, this.#timeZone)
    this.requests.push({ ...request, window })
    return { due_from: window.from.toISOString(), due_until: window.until.toISOString() }
  }

  #happen(at: Date, by: string, kind: 'claimed' | 'requeued', detail: object | null): void {
    const row = { id: timedId(at), callback: this.callback.id, by, at: at.toISOString(), kind }
    this.events.push({ ...row, detail: detail && JSON.stringify(detail) })
  }

  #record(at: Date, by: string, kind: 'claimed' | 'outcome', detail: object | null): void {
    const row = { id: timedId(at), at: at.toISOString(), by, kind, subject: this.callback.id, client: CLIENT }
    this.auditEvents.push({ ...row, detail: detail && JSON.stringify(detail) })
  }
}

/** An address that is kept for documentation (RFC 5737). */
const CLIENT = '192.0.2.10'
