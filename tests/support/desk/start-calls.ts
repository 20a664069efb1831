import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { receiverIn } from '../receive.ts'
import { type Browser, startDeskListener, statusOf } from '../start-desk-listener.ts'

export interface Asked {
  name?: string
  phone?: string
  email?: string
  timeSlot?: TimeSlot
  /** Of a contact; without it the request is an appointment's. */
  message?: string
  minutesAgo?: number
  language?: string
  suspected?: boolean
  campaign?: string
}

interface Report {
  by?: Browser
  note?: string
  day?: string
  time_slot?: TimeSlot
  time?: string
  incoming?: boolean
}

/**
 * The desk's listener over an empty store, by default SQLite's, at 15:00 in Kolkata, with a coordinator, and what tests
 * of calls do with it.
 *
 * @param options of the listener. By default nobody is notified of a request.
 */
export async function startCalls(
  location?: string,
  { channels = [], ...options }: NonNullable<Parameters<typeof startDeskListener>[1]> = {},
) {
  const desk = await startDeskListener(location, { channels, ...options })
  await desk.app.ready() // the first start settles what is old
  const receive = receiverIn(desk.database, { channels, now: () => desk.clock.now })

  /** Stores a request. @returns its reference */
  function ask({ message, minutesAgo = 0, language, suspected = false, campaign, ...asked }: Asked = {}) {
    const visitor = { phone: '0000000001', timeSlot: 'Anytime' as const, ...asked }
    const contact = message === undefined ? {} : { form: 'contact' as const, service: null, message }
    const source = { source: 'newsletter', medium: null, term: null, content: null }
    return receive({ ...visitor, ...contact } as CallbackDetails, {
      minutesAgo,
      language,
      suspicion: suspected ? 'links' : null,
      campaign: campaign === undefined ? null : { ...source, campaign },
    })
  }
  const coordinator = await desk.signedIn('coordinator')

  /** Claims a callback, whenever it is due, and says what came of the call. */
  async function report(id: string, outcome: string, { by = coordinator, ...body }: Report = {}) {
    await by.claim(id, { early: true, instead: true })
    return by.post(`/api/callbacks/${id}/outcomes`, { outcome, ...body })
  }
  /** As `report`. @returns the id of the attempt */
  const attempt = async (...call: Parameters<typeof report>): Promise<string> =>
    (await report(...call)).json().attempt.id
  const undo = (id: string, attempt: unknown, by = coordinator) => by.post(`/api/callbacks/${id}/undo`, { attempt })
  const worklist = async (browser: Browser = coordinator) => (await browser.get('/api/worklist')).json()
  const release = async (id: string, by: Browser = coordinator) =>
    statusOf(await by.delete(`/api/callbacks/${id}/claim`))
  /** Says what came of a call that may not have been claimed. */
  const save = (id: string, body: object, by: Browser = coordinator, headers = {}) =>
    by.post(`/api/callbacks/${id}/outcomes`, body, headers)

  return {
    release,
    save,
    ...desk,
    ask,
    coordinator,
    report,
    attempt,
    undo,
    worklist,
  }
}
