import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, onTestFinished } from 'vitest'
import { DESK } from '../../src/cli/desk.ts'
import { browserAt } from '../support/browser-at.ts'
import { Callers } from '../support/callers.ts'
import { runHere } from '../support/commands.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { hasPostgres, replicatingPostgres } from '../support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../support/database/postgres-database.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import type { Substitution } from '../support/deploy/deployed-program.ts'
import { hasHaproxy, startHaproxy } from '../support/deploy/haproxy.ts'
import { freePort } from '../support/free-port.ts'
import { openStream } from '../support/open-stream.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD } from '../support/staff-accounts.ts'
import type { Browser } from '../support/start-desk-listener.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

/** As `deploy/haproxy.cfg` asks for. */
const BEHIND_HAPROXY = {
  TRUST_PROXY: '127.0.0.1',
  PUBLIC_URL: 'https://clinic.example',
  DESK_URL: 'https://desk.clinic.example',
  STOP_DELAY_SECONDS: '1',
}

/** As HAProxy names them while it uses all of them. */
const ALL_INSTANCES = ['site/one', 'site/two', 'desk/one', 'desk/two']

/** All load comes from this machine: a limit of 1 MiB each second instead of one each ten minutes. */
const UNLIMITED = { RATE_LIMIT_MAX: '1000000', RATE_LIMIT_WINDOW_SECONDS: '1' }

testRequiring(
  { pg_basebackup: replicatingPostgres() !== undefined, HAProxy: hasHaproxy },
  'When the primary crashes under load and its standby is promoted, no acknowledged request is lost or doubled, and all continues without a restart',
  async () => {
    const { url, calls } = await startWebhookReceiver()
    const { primary, standby, databaseUrl, replaced } = await startPostgresPair()
    const { site, instances } = await startBehindHaproxy(
      databaseUrl,
      { WEBHOOK_URL: url.href, WEBHOOK_SECRET },
      replaced,
    )
    const [one, two] = instances
    let coordinatorAt = site
    const coordinator = browserAt(() => coordinatorAt)
    await signInNew(coordinator, databaseUrl)
    const stream = await openStream(one.desk.href, coordinator)
    const changesHeard = () => stream.text().split('event: changed').length

    const callers = new Callers(8, [site])
    await callers.acknowledge(50)
    await primary.crash()
    await callers.answered(503)
    expect((await fetch(site)).status).toBe(200)

    await standby.administer('select pg_promote()')
    await callers.acknowledge(50)
    await callers.finish()
    await expectIntact(databaseUrl, callers, 1)

    // Sessions, events from one instance to the other, and deliveries continue too.
    const id = await callbackOf(coordinator)
    coordinatorAt = two.desk
    // Until the load has been told.
    await delay(2_000)
    const before = changesHeard()
    expect((await coordinator.post(`/api/callbacks/${id}/claim`, { early: true })).statusCode).toBe(200)
    await expect.poll(changesHeard, { timeout: 2_000 }).toBeGreaterThan(before)
    const waiting = async () => (await coordinator.get('/api/deliveries')).json().waiting
    // What was being sent during the crash waits for the end of its lease.
    await expect.poll(waiting, { timeout: 90_000 }).toBe(0)
    const delivered = new Set(calls.map(({ body }) => JSON.parse(body).reference))
    expect(delivered).toEqual(new Set(callers.acknowledged.values()))
  },
)

/**
 * A PostgreSQL primary, and a standby for which each of its commits waits, as `deploy/` describes them. What is lost with
 * the machine is of no interest here, so nothing waits for the disk.
 *
 * @returns also the database's address through HAProxy, and what is replaced in HAProxy's file
 */
async function startPostgresPair() {
  const settings = ['fsync=off', 'wal_keep_size=256MB', 'wal_retrieve_retry_interval=500ms']
  const binaries = replicatingPostgres()
  const [primary, standby] = [new PostgresServer(settings, binaries), new PostgresServer(settings, binaries)]
  for (const server of [primary, standby]) onTestFinished(() => server.remove())
  await primary.create()
  await primary.administer('create role haproxy_check login')
  await primary.allow('host postgres haproxy_check 127.0.0.1/32 trust')
  const throughHaproxy = new URL(await primary.createDatabase())
  throughHaproxy.port = String(await freePort())
  await standby.follow(primary, 'standby')
  await primary.administer(`alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()')
  const replaced: Substitution[] = [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${throughHaproxy.port}`],
    ['10.0.0.21:5432', new URL(primary.address('postgres')).host],
    ['10.0.0.22:5432', new URL(standby.address('postgres')).host],
  ]
  return { primary, standby, databaseUrl: throughHaproxy.href, replaced }
}

/** The id of a callback that requests of the load have joined. */
async function callbackOf(browser: Browser): Promise<string> {
  const { buckets } = (await browser.get('/api/worklist')).json()
  const [row] = ['overdue', 'due', 'today', 'coming'].flatMap((name) => buckets[name].rows)
  return row.id
}

const rounds = Math.ceil(inject('soakFactor') / 2)

const SECONDS_PER_ROUND = 180

testRequiring(
  { PostgreSQL: hasPostgres(), HAProxy: hasHaproxy },
  'While two instances behind HAProxy are restarted one after the other under load, no call fails',
  async () => {
    const databaseUrl = await newPostgresDatabase()
    const { instances, site, serversInUse } = await startBehindHaproxy(databaseUrl)
    const coordinator = browserAt(() => site)
    await signInNew(coordinator, databaseUrl)
    const callers = new Callers(8, [site])
    // Without a key, so these must never be repeated after an instance may have begun them.
    let isOver = false
    const signIns = new Set<number>()
    const signingIn = (async () => {
      while (!isOver) signIns.add((await coordinator.post('/api/sign-in')).statusCode)
    })()
    for (let round = 0; round < rounds; round++) {
      for (const instance of instances) {
        await callers.acknowledge(50)
        expect(await instance.end()).toBe(0)
        await instance.start()
        await expect.poll(serversInUse).toEqual(ALL_INSTANCES)
      }
    }
    await callers.acknowledge(50)
    isOver = true
    await signingIn
    expect([...signIns]).toEqual([422])
    await callers.finish()
    expect(callers.failures).toBe(0)
    expect([...callers.statuses]).toEqual([201])
  },
  { timeout: rounds * SECONDS_PER_ROUND * 1_000 },
)

/**
 * Starts two instances behind the HAProxy of `deploy/`.
 *
 * @param postgres where it is in front of PostgreSQL too, what is put in place of the addresses in its file
 */
async function startBehindHaproxy(
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

/** Signs a new coordinator in. */
async function signInNew(browser: Browser, DATABASE_URL: string) {
  const invite = ['invite', 'meera@clinic.example', '--role', 'coordinator']
  const { stdout } = await runHere(DESK, invite, { ...BEHIND_HAPROXY, DATABASE_URL })
  const [, token] = stdout.trim().split('#')
  const accepted = await browser.post('/api/invitations/accept', { token, name: 'Meera Invented', password: PASSWORD })
  expect(accepted.statusCode).toBe(200)
}
