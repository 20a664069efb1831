import { join } from 'node:path'
import { alertSender } from '../server/alerts/alert-mails.ts'
import { certificateProblem, problemChecks } from '../server/alerts/problems.ts'
import { type Config, originOf } from '../server/config/config.ts'
import { builtContents, sampleProblem } from '../server/site/built-site.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { warningOfFuture } from './erasure-commands.ts'
import type { CommandResult } from './program.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** Longer than a server waits for its store, 4 s at most: it says by itself that the store does not answer. */
const TIMEOUT_MS = 5_000

/** Addresses on which a server listens to all, and where it is found on its own machine. */
const FOUND_AT: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Says in one line for each reason why somebody must act: that the server does not answer, and the problems that it
 * mails to ALERT_EMAIL itself. A warning names a request that is dated in the future.
 *
 * @param server `none` leaves it out
 */
export async function check(database: Database, config: Config, server: 'none' | undefined): Promise<CommandResult> {
  const address = server ?? addressIn(config)
  // Where no site is built, no server can show one.
  const contents = await builtContents(DIST).catch(() => null)
  const sample = contents && sampleProblem(contents, config.publicUrl)
  const checks = problemChecks({ ...config, database, sample, now: () => new Date() })
  const answers = address === 'none' ? [] : await serverProblems(address)
  const problems = await Promise.all(Object.values(checks).map((each) => each()))
  return { ...resultOf([...answers, ...problems]), ...(await warningOfFuture(database, new Date())) }
}

/** The same for what can be seen of a server from another machine, without its store. */
export async function checkServer(address: URL): Promise<CommandResult> {
  return resultOf([...(await serverProblems(address)), await certificateProblem(address, new Date())])
}

/** Mails a text to ALERT_EMAIL, with its first line as the subject. */
export async function alert(text: string, { notifications }: Config): Promise<CommandResult> {
  if (notifications.alerts === null) return { text: 'Nobody is told: set SMTP_URL and ALERT_EMAIL.', exitCode: 1 }
  const send = alertSender(notifications.alerts, () => new Date())
  const result = await send(text.split('\n', 1)[0] ?? '', text)
  if (result.kind === 'delivered') return { text: 'The mail was sent.' }
  return { text: `The mail was not sent: ${'reason' in result ? result.reason : ''}.`, exitCode: 1 }
}

function resultOf(problems: (string | null)[]): CommandResult {
  const lines = problems.filter((problem) => problem !== null)
  return lines.length > 0 ? { text: lines.join('\n'), exitCode: 1 } : { text: 'No problem was found.' }
}

/** Where the system chooses the port, nobody else knows it. */
function addressIn({ listener: { host, port } }: Config): URL | 'none' {
  return port === 0 ? 'none' : new URL(originOf({ host: FOUND_AT[host] ?? host, port }))
}

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
