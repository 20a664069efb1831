import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { STOP_GRACE_MS } from '../outbox/dispatcher.ts'
import { mailSender } from '../outbox/mail/mail.ts'
import { html, mailPage } from '../outbox/mail/mail-text.ts'
import type { AlertSettings } from '../outbox/notification-settings.ts'
import { Repeated } from '../repeated.ts'
import { type AlertState, alertStates, saveAlertState } from '../storage/alerts.ts'
import type { Database } from '../storage/database/open-database.ts'
import { StoreUnavailable } from '../storage/database/store-unavailable.ts'
import type { ClaimedMessage } from '../storage/outbox.ts'
import type { ProblemChecks } from './problems.ts'

const MINUTE_MS = 60_000

/** How often the problems are looked for. One is told when it is found twice: what lasts for seconds needs nobody. */
const CHECK_MS = MINUTE_MS

/** A mail that could not be sent is tried again after this. */
const RETRY_MS = 10 * MINUTE_MS

/** One attempt ends by then, so that none follows while its answer may come: 5 minutes for greeting and recipients, 10 after the dot. */
const ATTEMPT_MS = 20 * MINUTE_MS

/** A problem that lasts is told again after a day; one that returns, at the earliest an hour after it was over. */
const REPEAT_MS = 24 * 60 * MINUTE_MS
const RETURN_MS = 60 * MINUTE_MS

const NEVER_TOLD: AlertState = { state: 'none', next_mail_at: '' }

interface AlertOptions {
  database: Database
  checks: ProblemChecks
  settings: AlertSettings
  now: () => Date
  logger: Logger
}

/** A mail that none of its addresses has got. */
function newMail(): Pick<ClaimedMessage, 'id' | 'replies'> {
  return { id: randomUUID(), replies: {} }
}

/** Makes one attempt to send a text to ALERT_EMAIL. */
export function alertSender(settings: AlertSettings, now: () => Date) {
  const send = mailSender({ ...settings, now })
  const sender = { name: 'Callback clinic', hospital: hostname() }
  return (subject: string, text: string, message = newMail(), signal = AbortSignal.timeout(ATTEMPT_MS)) => {
    const page = mailPage(html`<p style="white-space:pre-wrap">${text}</p>`)
    return send(message, settings.to, { subject, text, html: page }, sender, signal)
  }
}

/**
 * Mails each problem once when it is found, then once a day while it lasts, and once when it is over. Of several instances
 * one does so. While the store cannot be used, each does by what it remembers, since that is a problem itself.
 */
export class AlertMails {
  readonly #options: AlertOptions
  readonly #send: ReturnType<typeof alertSender>
  readonly #closing = new AbortController()
  #isClosing = false
  /** As the store had them when it could be read. */
  #states = new Map<string, AlertState>()
  /** What the store could not take. */
  readonly #unsaved = new Map<string, AlertState>()
  /** Mails that were refused for now, by their subjects: some addresses may have got them. */
  readonly #refused = new Map<string, ReturnType<typeof newMail>>()
  /** What the latest check found. */
  readonly #found = new Set<string>()
  readonly #checks: Repeated

  constructor(options: AlertOptions) {
    this.#options = options
    this.#send = alertSender(options.settings, options.now)
    this.#checks = new Repeated(
      () => this.check(),
      CHECK_MS,
      (error) => options.logger.error({ err: error }, 'problems cannot be checked'),
    )
  }

  /** Looks for problems now, and then each minute. */
  start(): void {
    this.#checks.start()
  }

  /** Ends after the running check, whose mail is given up when it takes longer than a stop may. */
  async close(): Promise<void> {
    this.#isClosing = true
    const closed = this.#checks.close()
    await Promise.race([closed, delay(STOP_GRACE_MS, undefined, { ref: false })])
    this.#closing.abort()
    await closed
  }

  /** Looks for problems once, and tells what is to be told. A fault is logged. */
  async check(): Promise<void> {
    await this.#readStates()
    for (const [problem, check] of Object.entries(this.#options.checks)) {
      if (this.#isClosing) return
      try {
        await this.#tell(problem, await check())
      } catch (error) {
        // The problem `store` tells of a store that cannot be used.
        if (error instanceof StoreUnavailable) continue
        this.#options.logger.error({ err: error, problem }, 'a problem cannot be checked')
      }
    }
  }

  async #readStates(): Promise<void> {
    const { database } = this.#options
    try {
      for (const [problem, state] of this.#unsaved) await saveAlertState(database, problem, state)
      this.#unsaved.clear()
      this.#states = await alertStates(database)
    } catch {
      // What is remembered is used.
    }
  }

  async #tell(problem: string, text: string | null): Promise<void> {
    const { now, logger } = this.#options
    const before = this.#states.get(problem) ?? NEVER_TOLD
    const isConfirmed = before.state !== 'none' || this.#found.has(problem)
    if (text === null) this.#found.delete(problem)
    else this.#found.add(problem)
    if (!isConfirmed || !isMailDue(before, text !== null, now())) return

    const attempt = { state: text === null ? 'over' : before.state, next_mail_at: after(now(), ATTEMPT_MS) } as const
    if (!(await this.#save(problem, attempt, before))) return
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ATTEMPT_MS)])
    const [subject, body] = mailOf(problem, text)
    const mail = this.#refused.get(subject) ?? newMail()
    const result = await this.#send(subject, body, mail, signal)
    this.#refused.delete(subject)
    if (result.kind === 'failed') this.#refused.set(subject, { ...mail, replies: result.replies ?? mail.replies })
    const retry = { ...attempt, next_mail_at: after(now(), RETRY_MS) }
    await this.#save(problem, result.kind === 'delivered' ? stateAfter(text, now()) : retry)
    logger.info({ problem, isOver: text === null, result }, 'alert mail')
  }

  /** @returns whether this instance tells */
  async #save(problem: string, state: AlertState, before?: AlertState): Promise<boolean> {
    this.#states.set(problem, state)
    try {
      return await saveAlertState(this.#options.database, problem, state, before)
    } catch {
      this.#unsaved.set(problem, state)
      return true
    }
  }
}

function isMailDue({ state, next_mail_at }: AlertState, isFound: boolean, now: Date): boolean {
  // A mail further ahead than any is planned was planned by a wrong clock.
  const isTime = next_mail_at <= now.toISOString() || next_mail_at > after(now, 2 * REPEAT_MS)
  return isFound ? isTime : state === 'told' || (state === 'over' && isTime)
}

function stateAfter(text: string | null, now: Date): AlertState {
  if (text === null) return { state: 'none', next_mail_at: after(now, RETURN_MS) }
  return { state: 'told', next_mail_at: after(now, REPEAT_MS) }
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

function mailOf(problem: string, text: string | null): [subject: string, text: string] {
  if (text === null) return [`Over: ${problem}`, `The problem "${problem}" is over.`]
  const advice = `What to do: docs/routine.md, "Alarms", ${problem}. This mail comes once a day until the problem is over.`
  return [`Problem: ${problem}`, `${text}\n\n${advice}`]
}
