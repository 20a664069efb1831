import type { FieldErrors } from '../callback-request/rules.ts'

/** After this time a call counts as failed, so that a page never waits without end. */
const TIMEOUT_MS = 20_000

/** After this time a new cookie has arrived. */
const NEW_COOKIE_MS = 300

/** The members of a refusal that pages read. */
interface Problem {
  errors?: FieldErrors
  code?: string
  claim?: { by: { name: string }; until: string } | null
}

/** A call that the server refused, or that did not reach it. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** Of the answer; 0 without one. */
  readonly status: number
  /** Messages by field. */
  readonly errors: FieldErrors
  /** Which of several refusals with this status, such as `exists`. */
  readonly code: string | undefined
  /** Who holds the callback that somebody else holds, and until when. */
  readonly claim: { by: { name: string }; until: string } | undefined
  readonly retryAfterSeconds: number

  constructor(status: number, { errors, code, claim }: Problem = {}, retryAfterSeconds = 0) {
    super(`The call failed: ${status}`)
    this.status = status
    this.errors = errors ?? {}
    this.code = code
    this.claim = claim ?? undefined
    this.retryAfterSeconds = retryAfterSeconds
  }
}

let handleSignedOut = () => {}

/** Sets what happens when a call is refused because nobody is signed in. */
export function onSignedOut(handler: () => void): void {
  handleSignedOut = handler
}

let backgroundWork = 0

/** Marks the queries of this time as made by the page itself, so that they do not keep the session alive. */
export async function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  backgroundWork++
  try {
    return await work()
  } finally {
    backgroundWork--
  }
}

/** Asks for data. @throws CallFailed */
export function get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  return read(path, { signal, headers: background() })
}

/** Asks for data with a question that belongs in no address. @throws CallFailed */
export function query<Answer>(path: string, question: object, signal: AbortSignal): Promise<Answer> {
  const { headers, ...options } = changing('POST', question)
  return read(path, { ...options, signal, headers: { ...headers, ...background() } })
}

/** A second try, because another call may just have ended this session and brought the cookie of the next. */
async function read<Answer>(path: string, options: RequestInit): Promise<Answer> {
  try {
    return await exchange(path, options)
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 401)) throw error
    await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_MS))
    return call(path, options)
  }
}

function background(): Record<string, string> {
  return backgroundWork > 0 ? { 'X-Background': 'true' } : {}
}

/**
 * Changes something. Without a session the person has to sign in again.
 *
 * @param idempotencyKey calls with the same one change it once
 * @throws CallFailed
 */
export function send<Answer = void>(
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const { headers, ...options } = changing(method, body)
  return call(path, {
    ...options,
    headers: { ...headers, ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) },
  })
}

/**
 * Sends a password, a code or a link. Here 401 is an answer: what was typed is wrong.
 *
 * @throws CallFailed
 */
export function sendSecret<Answer = void>(method: string, path: string, body: unknown): Promise<Answer> {
  return exchange(path, changing(method, body))
}

function changing(method: string, body: unknown): RequestInit {
  return body === undefined
    ? { method }
    : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

async function call<Answer>(path: string, options: RequestInit): Promise<Answer> {
  try {
    return await exchange(path, options)
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) handleSignedOut()
    throw error
  }
}

async function exchange<Answer>(path: string, { signal, headers, ...options }: RequestInit): Promise<Answer> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
  let response: Response
  let content: string
  try {
    response = await fetch(path, {
      ...options,
      headers: { ...headers, 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.any(signals),
    })
    content = await response.text()
  } catch {
    throw new CallFailed(0)
  }
  if (response.ok) return content === '' ? (undefined as Answer) : JSON.parse(content)
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
  throw new CallFailed(response.status, isProblem ? JSON.parse(content) : {}, retryAfterSeconds)
}
