import { useRef } from 'react'

/** How long a call may go without an answer before it has failed: 15 s. */
const ANSWER_WITHIN_MS = 15_000

/** One call of a form, ready to be sent. */
export interface FormCall {
  path: '/api/appointment' | '/api/contact-us'
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  body: string
}

/**
 * Gives a function that posts a form's calls, each under an `Idempotency-Key` of its own: repeated unchanged after a
 * failure, a call keeps its key, so that the department gets it once although the visitor pressed twice.
 *
 * The function rejects when there is no answer within 15 s, when the connection fails, and on any status outside
 * 200–299. The answer's body is never needed.
 */
export function usePost(): (call: FormCall) => Promise<void> {
  const attempt = useRef<{ body: string; key: string }>(undefined)
  return async (call) => {
    if (attempt.current?.body !== call.body) attempt.current = { body: call.body, key: newKey() }
    await post(call, attempt.current.key)
    attempt.current = undefined
  }
}

async function post(call: FormCall, key: string): Promise<void> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${call.path}: no answer within ${ANSWER_WITHIN_MS / 1000} s`))
      abort.abort()
    }, ANSWER_WITHIN_MS)
  })
  const answer = fetch(call.path, {
    method: 'POST',
    headers: { 'Content-Type': call.contentType, 'X-Requested-With': 'XMLHttpRequest', 'Idempotency-Key': key },
    body: call.body,
    redirect: 'error', // whoever sends us elsewhere has not taken the request
    signal: abort.signal,
  })
  // Read to its end, though nobody needs what it says: so the connection is free again.
  answer.then((response) => response.text()).catch(() => {})
  try {
    const { ok, status } = await Promise.race([answer, tooLate])
    if (!ok) throw new Error(`${call.path}: answered with status ${status}`)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The time, so that new keys lie together in the server's index, and 128 random bits. Unlike `crypto.randomUUID`, they
 * are there on a page served without TLS too.
 */
function newKey(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return Date.now().toString(36) + random.join('')
}
