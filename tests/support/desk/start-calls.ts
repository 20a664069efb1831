import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { type Browser, startDeskListener } from '../start-desk-listener.ts'

const ZONE = 'Asia/Kolkata'

export interface Asked {
  name?: string
  phone?: string
  timeSlot?: TimeSlot
  /** Of a contact; without it the request is an appointment's. */
  message?: string
  minutesAgo?: number
  suspected?: boolean
}

interface Report {
  by?: Browser
  note?: string
  day?: string
  time_slot?: TimeSlot
}

/** The desk's listener over an empty store, by default SQLite's, at 15:00 in Kolkata, with a coordinator, and what tests of calls do with it. */
export async function startCalls(location?: string) {
  const desk = await startDeskListener(location)
  const requests = new CallbackRequests(desk.database)

  /** Stores a request. @returns its reference */
  async function ask({ name = 'Asha Invented', phone = '0000000001', timeSlot = 'Anytime', ...more }: Asked = {}) {
    const { message, minutesAgo = 0, suspected = false } = more
    const receivedAt = new Date(desk.clock.now.getTime() - minutesAgo * 60_000)
    const person = { name, phone, email: 'asha@visitor.example', timeSlot }
    const details: CallbackDetails =
      message === undefined
        ? { ...person, form: 'appointment', service: 'Rhinoplasty', message: null }
        : { ...person, form: 'contact', service: null, message }
    const context = { receivedAt, timeZone: ZONE, campaign: null, suspected, noticeVersion: '2026-11-01' }
    const result = await requests.receive(details, context)
    if (!result.ok) throw new Error(result.refusal)
    return result.reference
  }
  const coordinator = await desk.signedIn('coordinator')

  /** Claims a callback, whenever it is due, and says what came of the call. */
  async function report(id: string, outcome: string, { by = coordinator, ...body }: Report = {}) {
    await by.post(`/api/callbacks/${id}/claim`, { early: true })
    return by.post(`/api/callbacks/${id}/outcomes`, { outcome, ...body })
  }
  const worklist = async (browser: Browser = coordinator) => (await browser.get('/api/worklist')).json()
  return { ...desk, location, ask, coordinator, report, worklist }
}
