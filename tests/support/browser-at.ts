import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { StaffRole } from '../../../src/callback-request/staff-account.ts'
import { COMMAND_LINE } from '../../../src/server/storage/audit/audit-events.ts'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { StaffAccounts } from '../../../src/server/storage/staff/staff-accounts.ts'
import { Clock } from '../clock.ts'
import type { Substitution } from '../deploy/deployed-program.ts'
import { freePort } from '../free-port.ts'
import { startServer } from '../server-process.ts'
import { type Answer, Browser, type Call, PASSWORD } from '../start-desk-listener.ts'
import { startHaproxy } from './haproxy.ts'

const DESK_HOST = 'desk.clinic.example'

/** As `deploy/haproxy.cfg` asks for. */
const BEHIND_HAPROXY = {
  TRUST_PROXY: '127.0.0.1',
  PUBLIC_URL: 'https://clinic.example',
  DESK_URL: `https://${DESK_HOST}`,
  STOP_DELAY_SECONDS: '1',
}

/** As HAProxy names them while it uses all of them. */
export const ALL_INSTANCES = ['site/one', 'site/two', 'desk/one', 'desk/two']

/** All load comes from this machine: a limit of 1 MiB each second instead of one each ten minutes. */
const UNLIMITED = { RATE_LIMIT_MAX: '1000000', RATE_LIMIT_WINDOW_SECONDS: '1' }

/**
 * Starts two instances behind the HAProxy of `deploy/`.
 *
 * @param postgres where it is in front of PostgreSQL too, what is put in place of the addresses in its file
 */
export async function startBehindHaproxy(
  databaseUrl: string,
  environment: Record<string, string> = {},
  postgres?: Substitution[],
) {
  const ours = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...UNLIMITED, ...BEHIND_HAPROXY, ...environment }
  const [one, two] = [await prepareInstance(ours), await prepareInstance(ours)]
  const instances = [one, two] as const
  const port = await freePort()
  const changes: Substitution[] = [
    // So a stop takes one second instead of three.
    ['inter 1s fastinter 200ms', 'inter 200ms fastinter 50ms'],
    ['bind :80\n', `bind 127.0.0.1:${await freePort()}\n`],
    ['bind :443 ssl crt /etc/haproxy/clinic.pem alpn h2,http/1.1 strict-sni', `bind 127.0.0.1:${port}`],
    // Callers name the machine.
    ['-m str clinic.example\n', '-m str clinic.example 127.0.0.1\n'],
    ['10.0.0.11:3000', one.site.host],
    ['10.0.0.12:3000', two.site.host],
    ['10.0.0.11:3001', one.desk.host],
    ['10.0.0.12:3001', two.desk.host],
  ]
  const { serversInUse } = await startHaproxy(changes, postgres)
  const databases = postgres ? ['postgres/one'] : []
  await expect.poll(serversInUse).toEqual(databases)
  await Promise.all(instances.map((instance) => instance.start()))
  await expect.poll(serversInUse).toEqual([...ALL_INSTANCES, ...databases])
  return { instances, site: new URL(`http://127.0.0.1:${port}`), serversInUse }
}

/** An instance of the built server, which keeps its ports when it is started again. */
async function prepareInstance(environment: Record<string, string>) {
  const [PORT, DESK_PORT] = [String(await freePort()), String(await freePort())]
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  return {
    site: new URL(`http://127.0.0.1:${PORT}`),
    desk: new URL(`http://127.0.0.1:${DESK_PORT}`),
    start: async () => {
      server = await startServer({ ...environment, PORT, DESK_PORT })
    },
    /** Ends it by SIGTERM. @returns its exit code */
    end: async () => {
      server?.child.kill('SIGTERM')
      return server?.exited
    },
  }
}

/** Calls the desk at an address, directly or through a proxy. */
export function browserAt(address: () => URL): Browser {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  // `fetch` would send another host.
  const call = async ({ method, url, headers, payload }: Call): Promise<Answer> => {
    const { hostname, port } = address()
    const ours = { host: DESK_HOST, 'content-type': 'application/json', ...headers }
    const outgoing = request({ agent, hostname, port, method, path: url, headers: ours })
    outgoing.end(payload && JSON.stringify(payload))
    const [incoming] = await once(outgoing, 'response')
    const body = await text(incoming)
    const cookies = (incoming.headers['set-cookie'] ?? []).map((cookie: string) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value }
    })
    return { statusCode: incoming.statusCode, headers: incoming.headers, body, cookies, json: () => JSON.parse(body) }
  }
  return new Browser(call, new Clock())
}

/** Invites somebody into the store, and lets a browser accept with the usual password, which signs it in. */
export async function signInNew(browser: Browser, databaseUrl: string, role: StaffRole = 'coordinator') {
  const database = await openDatabase(databaseUrl)
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@clinic.example`
  const accounts = new StaffAccounts(database, () => new Date())
  const invited = await accounts.invite({ email, name: 'Meera Invented', role }, COMMAND_LINE)
  await database.destroy()
  if (!invited.ok) throw new Error(invited.refusal)
  const { token } = invited.value
  const accepted = await browser.post('/api/invitations/accept', { token, name: 'Meera Invented', password: PASSWORD })
  if (accepted.statusCode !== 200) throw new Error(`The invitation was answered ${accepted.statusCode}.`)
  browser.email = email
}
