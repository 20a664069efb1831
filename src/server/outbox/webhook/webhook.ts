import { Webhook } from 'standardwebhooks'
import { type Delivery, type DeliveryResult, OF_DEPARTMENT } from '../settlement.ts'

export interface WebhookOptions {
  url: URL
  /** At least 24 bytes. */
  secret: Uint8Array
  now: () => Date
}

/** How long a receiver may take to answer. Source: the Standard Webhooks specification, which says 15 to 30 s. */
const TIMEOUT_MS = 15_000

/**
 * Posts the stored request as JSON, and once more with the status `withdrawn` when it is withdrawn; signed according to the Standard Webhooks specification: all attempts of a message
 * have the same id, and each has its own timestamp. Only an answer of 200 to 299 is a delivery; redirects are not
 * followed.
 */
export function webhookDelivery({ url, secret, now }: WebhookOptions): Delivery {
  const signer = new Webhook(secret, { format: 'raw' })

  function resultOf(response: Response): DeliveryResult {
    if (response.ok) return { kind: 'delivered' }
    return {
      kind: 'failed',
      reason: `HTTP ${response.status}`,
      cause: response.status === 429 || response.status >= 500 ? 'channel' : 'message',
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), now()),
    }
  }

  return {
    channel: 'webhook',
    timeoutMs: TIMEOUT_MS,
    retryBudget: OF_DEPARTMENT,

    async deliver({ id, request }, signal) {
      const timestamp = now()
      const body = JSON.stringify(request)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
        'webhook-signature': signer.sign(id, timestamp, body),
      }
      try {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
        await response.body?.cancel()
        return resultOf(response)
      } catch (error) {
        const reason = networkFault(error, signal)
        if (reason === undefined) throw error
        return { kind: 'failed', reason, cause: 'channel' }
      }
    },
  }
}

/** Why a call got no answer, as a code; undefined when the error is not the network's. */
function networkFault(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'no answer in time'
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined
  return 'code' in error.cause ? String(error.cause.code) : error.cause.name
}

/** Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or a date. Undefined when it is neither. */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  const asked = Number.isNaN(seconds) ? (Date.parse(header ?? '') - now.getTime()) / 1_000 : seconds
  return Number.isNaN(asked) ? undefined : asked
}
