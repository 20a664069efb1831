/** Longer than a server waits for its store, 4 s at most: it says by itself that the store does not answer. */
const TIMEOUT_MS = 5_000

/**
 * One line when a server does not answer, or its store accepts no writes.
 *
 * @param timeoutMs for each of two calls
 */
export async function serverProblems(server: URL, timeoutMs = TIMEOUT_MS): Promise<string[]> {
  const fault = await faultOf(new URL('/healthz', server), timeoutMs)
  if (fault !== undefined) return [`The server at ${server.origin} does not answer: ${fault}.`]
  const storeFault = await faultOf(new URL('/readyz', server), timeoutMs)
  if (storeFault === undefined) return []
  return [`The server at ${server.origin} answers, but its store accepts no requests: ${storeFault}.`]
}

/** Why a call was not answered with 200, as a code where there is one. */
async function faultOf(url: URL, timeoutMs: number): Promise<string | undefined> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    return status === 200 ? undefined : `HTTP ${status}`
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    if (error.name === 'TimeoutError') return `nothing within ${timeoutMs / 1_000} s`
    // `fetch` only says that it failed; the system's error says why.
    const { cause } = error
    return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message
  }
}
