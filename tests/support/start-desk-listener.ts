import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import type { AuditKind } from '../../src/callback-request/calling/audit-kinds.ts'
import type { StaffRole } from '../../src/callback-request/staff-account.ts'
import { buildDeskListener } from '../../src/server/desk/desk-listener.ts'
import type { DeskListenerOptions } from '../../src/server/desk/desk-options.ts'
import { createLogger } from '../../src/server/logger.ts'
import { type Actor, COMMAND_LINE } from '../../src/server/storage/audit.ts'
import { Changes } from '../../src/server/storage/database/changes.ts'
import { isPostgres, openDatabase } from '../../src/server/storage/database/open-database.ts'
import { WriteProbe } from '../../src/server/storage/database/write-probe.ts'
import { Erasures } from '../../src/server/storage/erasure.ts'
import { erasureListIn } from '../../src/server/storage/erasure-list.ts'
import type { Act } from '../../src/server/storage/write.ts'
import { Clock } from './clock.ts'
import { storeClockOf } from './database/store-clock.ts'
import { DEPARTMENT } from './samples.ts'
import { codeOf, PASSWORD, signInNew } from './staff-accounts.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A call of the desk: an object is sent as JSON. */
export type Call = Pick<InjectOptions, 'method' | 'payload'> & { url: string; headers?: Record<string, string> }

export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'cookies'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  json: () => any
}

/** An answer's status, and of a refusal that says why, also its code, such as `409 claimed`. */
export function statusOf({ statusCode, body }: Answer): string {
  const code = statusCode >= 400 && body && JSON.parse(body).code
  return code ? `${statusCode} ${code}` : String(statusCode)
}

/** Without https, and with it. */
const SESSION_COOKIES = ['desk', '__Host-desk']

/**
 * The desk's listener with a clock that a test moves, and what tests do with it. All is closed when the test has finished.
 */
export async function startDeskListener(
  given?: string,
  { clock = new Clock(), ...overrides }: Partial<DeskListenerOptions> & { clock?: Clock } = {},
) {
  const location = given ?? (await temporaryDirectory())
  const database = await openDatabase(location)
  const logLines: string[] = []
  const now = () => clock.now
  const changes = new Changes(database)
  const erasures = new Erasures(database, isPostgres(database) ? undefined : erasureListIn(location), changes)
  const app = await buildDeskListener({
    database,
    changes,
    writeProbe: new WriteProbe(database),
    stopping: new AbortController().signal,
    department: DEPARTMENT,
    languages: ['en', 'hi'],
    deskDirectory: await builtDesk(),
    deskUrl: null,
    oidc: null,
    deskOrigin: () => 'http://desk.example',
    trustedProxies: [],
    erasures,
    channels: ['staff-mail', 'webhook'],
    wakeNotifications: () => {},
    now,
    logger: createLogger('trace', { write: (line) => logLines.push(line) }),
    ...overrides,
  })
  onTestFinished(async () => {
    await app.close()
    await database.destroy()
  })
  const followClock = storeClockOf(database, location, clock)
  const inject = async (call: Call) => {
    await followClock()
    return app.inject(call)
  }
  const newBrowser = () => new Browser(inject, clock)

  /** Creates an account with the usual password; a manager has a second factor, and is signed in with it. */
  async function signedIn(role: StaffRole, name = `${role}-${crypto.randomUUID().slice(0, 8)}`): Promise<Browser> {
    const email = `${name}@clinic.example`
    const { id, token, secret } = await signInNew(database, now, { email, name, role })
    const [plain, secure] = SESSION_COOKIES
    const cookie = `${overrides.deskUrl?.protocol === 'https:' ? secure : plain}=${token}`
    return Object.assign(newBrowser(), { email, id, secret, cookie })
  }

  /** The audit log's events of a kind, from the first on. */
  const events = (kind: AuditKind) =>
    database.selectFrom('audit_events').selectAll().where('kind', '=', kind).orderBy('id').execute()
  return {
    app,
    /** @returns the address */
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    changes,
    erasures,
    database,
    location,
    followClock,
    /** What somebody does here and now; by default the command line. */
    act: (actor: Actor = COMMAND_LINE): Act => ({ database, at: clock.now, actor }),
    events,
    clock,
    logLines,
    signedIn,
    browser: newBrowser,
  }
}

/** Calls the desk as its page does, and keeps its cookie as a browser does. */
export class Browser {
  readonly #call: (call: Call) => Promise<Answer>
  readonly #clock: Clock
  cookie: string | undefined
  email = ''
  id = ''
  secret = ''

  constructor(call: (call: Call) => Promise<Answer>, clock: Clock) {
    this.#call = call
    this.#clock = clock
  }

  async call({ headers, ...rest }: Call): Promise<Answer> {
    const response = await this.#call({
      ...rest,
      headers: { 'x-requested-with': 'XMLHttpRequest', ...(this.cookie && { cookie: this.cookie }), ...headers },
    })
    const set = response.cookies.find(({ name }) => SESSION_COOKIES.includes(name))
    if (set) this.cookie = set.value === '' ? undefined : `${set.name}=${set.value}`
    return response
  }

  get(url: string, headers = {}) {
    return this.call({ method: 'GET', url, headers })
  }

  post(url: string, payload: object = {}, headers = {}) {
    return this.call({ method: 'POST', url, payload, headers })
  }

  patch(url: string, payload: object) {
    return this.call({ method: 'PATCH', url, payload })
  }

  delete(url: string, payload: object = {}) {
    return this.call({ method: 'DELETE', url, payload })
  }

  /** The pages of a list, from the first to the last. @param url with a query */
  async pages(url: string) {
    const pages: ReturnType<Answer['json']>[] = []
    let after: string | null = ''
    while (after !== null && pages.length < 20) {
      const { rows, next } = (await this.get(`${url}${after && `&after=${after}`}`)).json()
      pages.push(rows)
      after = next
    }
    return pages
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.get('/api/me')).statusCode === 200
  }

  claim(id: string, body: object = {}) {
    return this.post(`/api/callbacks/${id}/claim`, body)
  }

  /** @param client an address from which a trusted proxy forwards the call, if it is not this machine's */
  signIn({ email = this.email, password = PASSWORD, client = '' } = {}) {
    return this.post('/api/sign-in', { email, password }, client ? { 'x-forwarded-for': client } : {})
  }

  /** The code that the person's telephone shows. */
  code(steps = 0): string {
    return codeOf(this.secret, steps, this.#clock.now)
  }
}

/** An app as the build leaves it. */
async function builtDesk(): Promise<string> {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><div id="root"></div>')
  await writeFile(join(directory, 'assets/entry-abc123.js'), 'console.info("entry")')
  return directory
}
