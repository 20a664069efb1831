import type { Channel } from '../../src/callback-request/calling/messages.ts'
import type { CallbackDetails } from '../../src/callback-request/stored-request.ts'
import { CallbackRequests } from '../../src/server/storage/callback-requests.ts'
import type { Database } from '../../src/server/storage/database/open-database.ts'
import type { SubmissionContext } from '../../src/server/storage/requests.ts'
import { numberReader } from '../../src/server/telephone-numbers.ts'
import { DETAILS, SUBMISSION } from './samples.ts'

/** What a number is compared by in the sample's country. */
export const keyOf = (phone: string) => numberReader('+91')(phone).key

interface Receiver {
  /** By what the department is notified of each request; by nothing if nothing is said. */
  channels?: readonly Channel[]
  now?: () => Date
  onStored?: () => void
  onMailLimit?: () => void
}

/** A function that stores a request, the sample's but for what is said, and gives its reference. */
export function receiverIn(
  database: Database,
  { channels = [], now = () => SUBMISSION.receivedAt, ...told }: Receiver = {},
): (
  details?: Partial<CallbackDetails>,
  arrival?: Partial<SubmissionContext> & { minutesAgo?: number },
) => Promise<string> {
  const requests = new CallbackRequests(database, { keyOf, channels, ...told })
  return async (details = {}, { minutesAgo = 0, ...context } = {}) => {
    const receivedAt = new Date(now().getTime() - minutesAgo * 60_000)
    const all = { ...DETAILS, ...details } as CallbackDetails
    const result = await requests.receive(all, { ...SUBMISSION, receivedAt, ...context })
    if (!result.ok) throw new Error(result.refusal)
    return result.reference
  }
}
