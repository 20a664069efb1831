import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { ingest, startIngestion } from '../../../src/server/storage/callbacks/ingest.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { type Browser, startDeskListener } from '../start-desk-listener.ts'

const ZONE = 'Asia/Kolkata'

interface Asked {
  name?: string
  phone?: string
  timeSlot?: TimeSlot
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
    const { minutesAgo = 0, suspected = false } = more
    const receivedAt = new Date(desk.clock.now.getTime() - minutesAgo * 60_000)
    const result = await requests.receive(
      {
        form: 'appointment',
        name,
        phone,
        email: 'asha@visitor.example',
        service: 'Rhinoplasty',
        message: null,
        timeSlot,
      },
      { receivedAt, campaign: null, suspected, noticeVersion: '2026-11-01' },
    )
    if (!result.ok) throw new Error(result.refusal)
    await ingest(desk.database, ZONE)
    return result.reference
  }
  const coordinator = await desk.signedIn('coordinator')
  const worklist = async (browser: Browser = coordinator) => (await browser.get('/api/worklist')).json()
  return { ...desk, location, ask, coordinator, worklist }
}
