import autocannon, { type Options } from 'autocannon'
import { APPOINTMENT_PAYLOAD } from '../tests/support/samples.ts'

/** The result of a load. */
export interface Load {
  perSecond: number
  p99Ms: number
  /** The number of answers with each status. */
  statuses: Readonly<Record<string, number>>
  /** Calls that failed or were not answered within 10 s. */
  unanswered: number
}

/** The duration, or the number of calls. */
type Extent = { seconds: number } | { amount: number }

/** Whether all posts are of one telephone number, and so of one callback, or each of a number of its own. */
export type Phones = 'one' | 'different'

/** Calls that ask for a callback, one after another on each connection. */
export function loadWithPosts(
  address: string,
  { phones = 'different', ...extent }: Extent & { connections: number; phones?: Phones },
): Promise<Load> {
  return load(extent, {
    url: `${address}/api/appointment`,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify(APPOINTMENT_PAYLOAD),
        setupRequest: (request) => (phones === 'one' ? request : { ...request, body: bodyOfNextNumber() }),
      },
    ],
  })
}

/** Multiplying by this number, which shares no factor with ten, puts them in a random-looking order. */
const SHUFFLE = 654_435_763
const NUMBERS = 10_000_000_000

let posts = 0

/** A post of a number that none before it had. */
function bodyOfNextNumber(): string {
  const phone = String((++posts * SHUFFLE) % NUMBERS).padStart(10, '0')
  return JSON.stringify({ ...APPOINTMENT_PAYLOAD, phone })
}

/** Calls for the home page, as a browser makes them. */
export function loadWithVisits(address: string, extent: Extent & { connections: number }): Promise<Load> {
  return load(extent, { url: address, headers: { 'accept-encoding': 'gzip, deflate, br' } })
}

async function load({ connections, ...extent }: Extent & { connections: number }, call: Options): Promise<Load> {
  const { requests, latency, errors, timeouts, ...result } = await autocannon({
    ...call,
    connections,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.amount }),
  })
  const counts = Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count] as const)
  return {
    perSecond: requests.average,
    p99Ms: latency.p99,
    statuses: Object.fromEntries(counts),
    unanswered: errors + timeouts,
  }
}
