import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { ingest, startIngestion } from '../../../src/server/storage/callbacks/ingest.ts'
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

/** The desk's listener over an empty store, at 15:00 in Kolkata, with a coordinator, and what tests of calls do with it. */
export async function startCalls(location: string) {
  const desk = await startDeskListener(location)
  const requests = new CallbackRequests(desk.database)
  await startIngestion(desk.database, desk.clock.now)

  /** Stores a request and ingests it. @returns its reference */
  async function ask({ name = 'Asha Invented', phone = '0000000001', timeSlot = 'Anytime', ...more }: Asked = {}) {
    const { message, minutesAgo = 0, suspected = false } = more
    const receivedAt = new Date(desk.clock.now.getTime() - minutesAgo * 60_000)
    const person = { name, phone, email: 'asha@visitor.example', timeSlot }
    const details: CallbackDetails =
      message === undefined
        ? { ...person, form: 'appointment', service: 'Rhinoplasty', message: null }
        : { ...person, form: 'contact', service: null, message }
    const context = { receivedAt, campaign: null, suspected, noticeVersion: '2026-11-01' }
    const result = await requests.receive(details, context)
    if (!result.ok) throw new Error(result.refusal)
    await ingest(desk.database, ZONE)
    return result.reference
  }
  const coordinator = await desk.signedIn('coordinator')
  const worklist = async (browser: Browser = coordinator) => (await browser.get('/api/worklist')).json()
  return { ...desk, location, ask, coordinator, worklist }
}
