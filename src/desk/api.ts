import { counted } from '../callback-request/calling/counted.ts'
import type { FieldErrors } from '../callback-request/rules.ts'

/** After this time a call counts as failed, so that a page never waits without end. */
const TIMEOUT_MS = 20_000

/** After this time a new cookie has arrived. */
const NEW_COOKIE_MS = 300

/** A call that the server refused, or that did not reach it. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** Of the answer; 0 without one. */
  readonly status: number
  /** Messages by field. */
  readonly errors: FieldErrors = {}
  /** Which of several refusals with this status, such as `exists`. */
  readonly code?: string
  /** Who holds the callback that somebody else holds, and until when; null for somebody who just held it. */
  readonly claim?: { by: { name: string }; until: string } | null
  /** Another callback, because of which it was refused. */
  readonly callback?: { id: string; name: string }
  /** From when on the callback is to be called, where that is later. */
  readonly due_from?: string
  readonly retryAfterSeconds: number = 0

  /** @param members that the answer has */
  constructor(status: number, members: Partial<CallFailed> = {}) {
    super(`The call failed: ${status}`)
    Object.assign(this, members)
    this.status = status
  }

  /** Whether the server may have done what it was asked to do: no answer of its own has arrived. */
  get isAnswerLost(): boolean {
    return [0, 502, 504].includes(this.status)
  }
}

let handleSignedOut = () => {}

/** Sets what happens when a call is refused because nobody is signed in. */
export function onSignedOut(handler: () => void): void {
  handleSignedOut = handler
}

/** Marks a call as made by the page itself: it does not keep the session alive. */
const BY_ITSELF = { 'X-Background': 'true' }

/** Whether the fetches that begin now are the page's own. */
let isByItself = false

/** The fetches of the page's own: all calls of one have its signal. */
const ownFetches = new WeakSet<AbortSignal>()

/**
 * Marks the fetches that begin in this function as the page's own, also the calls that they make later. What a person does
 * while they run stays the person's.
 */
export function byItself<Result>(begin: () => Result): Result {
  const before = isByItself
  isByItself = true
  try {
    return begin()
  } finally {
    // One fetch may begin within another.
    isByItself = before
  }
}

/**
 * Asks for data; without a session a second time, because another call may just have ended this session and brought the
 * cookie of the next.
 *
 * @throws CallFailed
 */
export async function get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  if (isByItself) ownFetches.add(signal)
  const headers: HeadersInit = ownFetches.has(signal) ? BY_ITSELF : {}
  try {
    return await exchange(path, { signal, headers })
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 401)) throw error
    await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_MS))
    return orSignIn(exchange(path, { signal, headers }))
  }
}

/**
 * Changes something, or asks what belongs in no address. Without a session the person has to sign in again.
 *
 * @param options `key`: calls with the same one change it once; `isByItself`: the page does it, not the person
 * @throws CallFailed
 */
export function send<Answer = void>(
  method: string,
  path: string,
  body?: unknown,
  options: { key?: string; isByItself?: true; signal?: AbortSignal } = {},
): Promise<Answer> {
  const { key, signal = null } = options
  const headers = { ...(key !== undefined && { 'Idempotency-Key': key }), ...(options.isByItself && BY_ITSELF) }
  return orSignIn(exchange(path, { method, body, headers, signal }))
}

/** A new idempotency key. Random, also over http, where browsers have no `crypto.randomUUID`. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Asks for an answer that is read as it comes. It has no time limit: the person sees how far it is, and can stop it.
 * Without a session the person has to sign in again.
 *
 * @throws CallFailed
 */
export function stream(path: string, question: object, signal: AbortSignal): Promise<Response> {
  return orSignIn(fetchAnswer(path, { method: 'POST', body: question, signal }))
}

/**
 * Sends a password, a code or a link. Here 401 is an answer: what was typed is wrong.
 *
 * @throws CallFailed
 */
export function sendSecret<Answer = void>(method: string, path: string, body: unknown): Promise<Answer> {
  return exchange(path, { method, body })
}

async function orSignIn<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) handleSignedOut()
    throw error
  }
}

interface Call {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  headers?: HeadersInit
  signal?: AbortSignal | null
}

async function exchange<Answer>(path: string, { signal, ...call }: Call): Promise<Answer> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
  const response = await fetchAnswer(path, { ...call, signal: AbortSignal.any(signals) })
  // What is not ours, as of a portal of a wireless network, is no answer.
  return orCallFailed(response.text().then((content) => (content === '' ? undefined : JSON.parse(content))))
}

async function fetchAnswer(path: string, { body, headers, ...call }: Call): Promise<Response> {
  const type = body !== undefined && { 'Content-Type': 'application/json' }
  const marked = { ...headers, ...type, 'X-Requested-With': 'XMLHttpRequest' }
  const response = await orCallFailed(fetch(path, { ...call, headers: marked, body: JSON.stringify(body) }))
  if (response.ok) return response
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem = isProblem ? await orCallFailed(response.json()) : {}
  throw new CallFailed(response.status, { ...problem, retryAfterSeconds: Number(response.headers.get('retry-after')) })
}

/** Waits for what the network brings. @throws CallFailed when it does not arrive */
async function orCallFailed<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch {
    throw new CallFailed(0)
  }
}

/** By then every browser has begun to save the file. */
const SAVED_MS = 60_000

/**
 * Saves an answer as a file, under the name that its headers give it, when all of it has arrived.
 *
 * @throws CallFailed when it ends before its end; nothing is saved then
 */
export async function saveAnswer(answer: Response): Promise<void> {
  const file = await orCallFailed(answer.blob())
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS)
}

/** What a failed call means for the person, and what to do, where the page has no words of its own for it. */
export function explainFailure({ status, retryAfterSeconds }: CallFailed): string {
  if (status === 0) return 'The callback desk cannot be reached. Check your connection and try again.'
  if (status === 403) return 'You may not do this with your account.'
  if (status === 404) return 'This no longer exists. Somebody may have removed it meanwhile.'
  if (status === 429) {
    // Rounded up, because an earlier try would be refused.
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
    return `Too many tries. Try again in ${counted(minutes, 'minute')}.`
  }
  if (status === 503) return 'The callback desk is not available at the moment. Please try again in a minute.'
  return 'Something went wrong. Please try again; if it happens again, tell your technician.'
}
