import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { DeliveryResult } from '../outbox/delivery.ts'
import { MAIL_TIMEOUT_MS, mailSender } from '../outbox/mail/mail.ts'
import { html, mailPage } from '../outbox/mail/mail-text.ts'
import type { AlertSettings } from '../outbox/notification-settings.ts'
import { type AlertState, AlertStates } from '../storage/alerts/alert-states.ts'
import type { Database } from '../storage/database/open-database.ts'
import { StoreUnavailable } from '../storage/database/store-unavailable.ts'
import type { ProblemChecks } from './problems.ts'

const MINUTE_MS = 60_000

/** How often the problems are looked for. */
const CHECK_MS = MINUTE_MS

/** A problem is told when it is found again after this: what lasts for seconds needs nobody. */
const CONFIRM_MS = MINUTE_MS / 2

/** A mail that could not be sent is tried again after this. */
const RETRY_MS = 10 * MINUTE_MS

/** A problem that lasts is told again after a day; one that returns, at the earliest an hour after it was over. */
const REPEAT_MS = 24 * 60 * MINUTE_MS
const RETURN_MS = 60 * MINUTE_MS

const NEVER_FOUND: AlertState = { state: 'none', next_mail_at: '' }

interface AlertOptions {
  database: Database
  checks: ProblemChecks
  settings: AlertSettings
  now: () => Date
  logger: Logger
}

/** Makes one attempt to send a text to ALERT_EMAIL. */
export function alertSender(settings: AlertSettings, now: () => Date) {
  const send = mailSender({ ...settings, now })
  const sender = { name: 'Callback clinic', hospital: hostname() }
  return (subject: string, text: string, signal = AbortSignal.timeout(MAIL_TIMEOUT_MS)): Promise<DeliveryResult> => {
    const page = mailPage(html`<p style="white-space:pre-wrap">${text}</p>`)
    return send(randomUUID(), settings.to, { subject, text, html: page }, sender, signal)
  }
}

/**
 * Mails each problem once when it is found, then once a day while it lasts, and once when it is over. Of several instances
 * one does so. While the store cannot be used, each instance does by what it remembers, since that is a problem itself.
 */
export class AlertMails {
  readonly #checks: ProblemChecks
  readonly #states: AlertStates
  readonly #send: ReturnType<typeof alertSender>
  readonly #now: () => Date
  readonly #logger: Logger
  readonly #closing = new AbortController()
  /** As the store had it when it could be read. */
  #known = new Map<string, AlertState>()
  /** What the store could not take. */
  readonly #unsaved = new Map<string, AlertState>()
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor({ database, checks, settings, now, logger }: AlertOptions) {
    this.#states = new AlertStates(database)
    this.#checks = checks
    this.#send = alertSender(settings, now)
    this.#now = now
    this.#logger = logger
  }

  /** Looks for problems now, and then each minute. */
  start(): void {
    if (this.#closing.signal.aborted) return
    this.#running = this.check().finally(() => {
      this.#timer = setTimeout(() => this.start(), CHECK_MS)
    })
  }

  /** Ends after the running check, whose mail is given up. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    clearTimeout(this.#timer)
  }

  /** Looks for problems once, and tells what is to be told. A fault is logged. */
  async check(): Promise<void> {
    await this.#readStates()
    for (const [problem, check] of Object.entries(this.#checks)) {
      if (this.#closing.signal.aborted) return
      try {
        const text = await check()
        await this.#tell(problem, text)
      } catch (error) {
        // The problem `store` tells of a store that cannot be used.
        if (error instanceof StoreUnavailable) continue
        this.#logger.error({ err: error, problem }, 'a problem cannot be checked')
      }
    }
  }

  async #readStates(): Promise<void> {
    try {
      for (const [problem, state] of this.#unsaved) {
        await this.#states.save(problem, state)
        this.#unsaved.delete(problem)
      }
      this.#known = await this.#states.all()
    } catch {
      // What is known is used.
    }
  }

  async #tell(problem: string, text: string | null): Promise<void> {
    const before = this.#known.get(problem) ?? NEVER_FOUND
    const { state, mail } = nextStep(before, text !== null, this.#now())
    if (state === before || !(await this.#save(problem, state, before)) || mail === undefined) return
    const result = await this.#send(...mailOf(problem, text), this.#signal())
    if (result.kind === 'delivered') await this.#save(problem, afterMail(mail, this.#now()))
    const reason = 'reason' in result ? result.reason : undefined
    const line = { problem, mail, reason }
    if (reason === undefined) this.#logger.info(line, 'alert mail delivered')
    else this.#logger.error(line, 'alert mail not delivered to all')
  }

  /** @returns whether this instance tells */
  async #save(problem: string, state: AlertState, before?: AlertState): Promise<boolean> {
    this.#known.set(problem, state)
    try {
      return await this.#states.save(problem, state, before)
    } catch {
      this.#unsaved.set(problem, state)
      return true
    }
  }

  #signal(): AbortSignal {
    return AbortSignal.any([this.#closing.signal, AbortSignal.timeout(MAIL_TIMEOUT_MS)])
  }
}

type AlertMail = 'problem' | 'over'

/** What follows from what was told, and from whether the problem is there: the same state when nothing does. */
function nextStep(before: AlertState, isFound: boolean, now: Date): { state: AlertState; mail?: AlertMail } {
  const { state, next_mail_at } = before
  // A mail further ahead than any is planned was planned by a wrong clock.
  const isDue = next_mail_at <= now.toISOString() || next_mail_at > after(now, 2 * REPEAT_MS)
  const attempt = { next_mail_at: after(now, RETRY_MS) }
  if (isFound) {
    if (state === 'none') {
      const confirmed = after(now, CONFIRM_MS)
      return { state: { state: 'seen', next_mail_at: isDue || next_mail_at < confirmed ? confirmed : next_mail_at } }
    }
    return isDue ? { state: { ...before, ...attempt }, mail: 'problem' } : { state: before }
  }
  if (state === 'seen') return { state: { ...before, state: 'none' } }
  if (state === 'told' || (state === 'over' && isDue)) return { state: { state: 'over', ...attempt }, mail: 'over' }
  return { state: before }
}

function afterMail(mail: AlertMail, now: Date): AlertState {
  if (mail === 'problem') return { state: 'told', next_mail_at: after(now, REPEAT_MS) }
  return { state: 'none', next_mail_at: after(now, RETURN_MS) }
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

function mailOf(problem: string, text: string | null): [subject: string, text: string] {
  if (text === null) return [`Over: ${problem}`, `The problem "${problem}" is over.`]
  const advice = `What to do: docs/operations.md, "Alarms", ${problem}. This mail comes once a day until the problem is over.`
  return [`Problem: ${problem}`, `${text}\n\n${advice}`]
}
