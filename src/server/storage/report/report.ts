import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import type { Database } from '../database/open-database.ts'
import { CallbackFigures, type FiguresOfCallbacks } from './callback-figures.ts'
import { countRequests, type LocalDays } from './count-requests.ts'
import { openedCallbacks } from './opened-callbacks.ts'

export interface Report extends FiguresOfCallbacks {
  /** Callbacks that were settled as spam, and suspected requests without a callback. They count nowhere else. */
  spam: number
  requests_per_day: { day: string; requests: number }[]
}

/** What the callbacks opened in a range of days came to, read in small pages. @throws StoreUnavailable */
export async function reportOn(
  database: Database,
  { from, to, timeZone, now }: LocalDays & { now: Date },
): Promise<Report> {
  const start = startOfLocalDay(from, timeZone)?.toISOString() ?? ''
  const end = endOfLocalDay(to, timeZone)?.toISOString() ?? ''
  const callbacks = new CallbackFigures(timeZone, now)
  // Together, since PostgreSQL works on one while this process adds up the other.
  const [requests] = await Promise.all([
    countRequests(database, { from, to, timeZone }),
    addCallbacks(database, start, end, callbacks),
  ])
  const figures = callbacks.result()
  return { ...figures, spam: figures.spam + requests.suspected, requests_per_day: requests.perDay }
}

async function addCallbacks(database: Database, start: string, end: string, figures: CallbackFigures): Promise<void> {
  for await (const page of openedCallbacks(database, start, end)) for (const callback of page) figures.add(callback)
}
