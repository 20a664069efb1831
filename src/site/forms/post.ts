import { useRef } from 'react'
import { FORM_PATHS, type FormName } from './request-form.tsx'

/** A call without an answer has failed after this time. */
const ANSWER_TIMEOUT_MS = 15_000

/**
 * Returns a function that posts a form's calls, each with its own `Idempotency-Key`. An unchanged retry keeps its key,
 * so that the department gets the request once although the visitor pressed twice.
 *
 * The function rejects when there is no answer within 15 s, when the connection fails, and on any status outside
 * 200–299. The body of the answer is never needed.
 *
 * @returns the key, by which only this browser can withdraw the request
 */
export function usePost(form: FormName, contentType: string): (body: string) => Promise<string> {
  const attempt = useRef<{ body: string; key: string }>(undefined)
  return async (body) => {
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey() }
    const { key } = attempt.current
    await post(FORM_PATHS[form], { 'Content-Type': contentType, 'Idempotency-Key': key }, body)
    attempt.current = undefined
    return key
  }
}

/** Posts a call of this page. Rejects as the function of `usePost` does. */
export async function post(path: string, headers: Record<string, string>, body: string): Promise<void> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${path}: no answer within ${ANSWER_TIMEOUT_MS / 1000} s`))
      abort.abort()
    }, ANSWER_TIMEOUT_MS)
  })
  const answer = fetch(path, {
    method: 'POST',
    headers: { ...headers, 'X-Requested-With': 'XMLHttpRequest' },
    body,
    redirect: 'error', // a server that redirects has not accepted the request
    signal: abort.signal,
  })
  // Nobody needs the body, but reading it to its end frees the connection.
  answer.then((response) => response.text()).catch(() => {})
  try {
    const { ok, status } = await Promise.race([answer, timedOut])
    if (!ok) throw new Error(`${path}: answered with status ${status}`)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The time, so that new keys are neighbours in the server's index, and 128 random bits. Unlike `crypto.randomUUID`,
 * `getRandomValues` also exists on a page served without TLS.
 */
function newKey(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return Date.now().toString(36) + random.join('')
}
