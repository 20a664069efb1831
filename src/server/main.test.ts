import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, glob, readdir, rm, symlink } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { testOnPostgres } from '../../tests/support/database/each-database.ts'
import { storedIn } from '../../tests/support/database/stored-in.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { callRaw } from '../../tests/support/raw-caller.ts'
import { APPOINTMENT_PAYLOAD } from '../../tests/support/samples.ts'
import { run, SERVER, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from './storage/database/open-database.ts'

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8'))
const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)

/** The headers of an appointment call and the first half of its body. */
const FIRST_HALF =
  'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`

/** Resolves once the server has read all that was written before: it answers a later connection. */
async function seenBy(address: URL): Promise<void> {
  await fetch(new URL('/healthz', address), { headers: { connection: 'close' } })
}

/** Expects that the server ends with these lines on standard error, and no other output. */
async function expectRefusal(environment: Record<string, string>, ...lines: RegExp[]): Promise<void> {
  const DATA_DIR = await temporaryDirectory()
  const { stdout, stderr, exitCode } = await run(SERVER, [], { DATA_DIR, LOG_LEVEL: 'silent', ...environment })
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringMatching(line)))
  expect(stderr).not.toContain('invented-password')
}

describe('Starting', () => {
  test('loads no code of a desk or of metrics without their ports', async () => {
    const copy = await temporaryDirectory()
    await cp('dist', join(copy, 'dist'), { recursive: true })
    await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    const code = await Array.fromAsync(glob('dist/server/assets/{desk,metrics}-listener-*.js', { cwd: copy }))
    expect(code).toHaveLength(2)
    for (const file of code) await rm(join(copy, file))
    const { address } = await startServer({}, [], [], relative('', join(copy, 'dist/server/main.js')))
    expect((await fetch(new URL('/', address))).status).toBe(200)
  })

  test('says its version, that nobody is notified, and in the last line where it listens', async () => {
    const { lines, address } = await startServer()
    expect(lines).toEqual([
      `Callback clinic ${VERSION}`,
      'Nobody is notified of new requests: set SMTP_URL and NOTIFY_EMAIL, or WEBHOOK_URL.',
      `http://127.0.0.1:${address.port}`,
    ])
    for (const path of ['/', '/thank-you', '/privacy', '/readyz']) {
      expect((await fetch(new URL(path, address))).status, path).toBe(200)
    }
    expect((await fetch(new URL('/nope', address))).status).toBe(404)
  })

  test('has a desk and metrics on listeners of their own with their ports, and says where', async () => {
    const { lines, address, desk } = await startServer({ DESK_PORT: '0', METRICS_PORT: '0' })
    const metrics = new URL(lines.at(-2)?.replace('Metrics: ', '') ?? '')
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^Callback desk: http:\/\/127\.0\.0\.1:\d+$/),
      'Nobody can sign in to the callback desk yet: npm run desk -- invite EMAIL --role manager',
      `Metrics: ${metrics.origin}/metrics`,
      address.origin,
    ])
    const statusAt = async (listener: URL | string, path: string, method = 'GET') =>
      (await fetch(new URL(path, listener), { method })).status
    for (const path of ['/healthz', '/readyz', '/', '/sign-in']) expect(await statusAt(desk, path), path).toBe(200)
    const ofDesk = ['find', 'spam', 'deliveries', 'report', 'audit', 'staff', 'account', 'sign-in', 'invitation']
    for (const path of [...ofDesk, 'requests/7K3M-9RXD', 'api/me', 'api/worklist', 'api/staff', 'api/events']) {
      expect(await statusAt(address, path), path).toBe(404)
    }
    expect(await statusAt(address, '/api/sign-in', 'POST')).toBe(404)
    expect((await fetch(address)).headers.has('set-cookie')).toBe(false)
    for (const other of [address, desk]) expect(await statusAt(other, '/metrics')).toBe(404)
    for (const path of ['/', '/healthz', '/api/appointment', '/api/me']) expect(await statusAt(metrics, path)).toBe(404)
    expect(await statusAt(metrics, '/metrics', 'POST')).toBe(405)

    expect((await postAppointment(address)).status).toBe(201)
    const scraped = await fetch(metrics)
    expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const series = await scraped.text()
    for (const timed of ['answer', 'commit']) expect(series).toContain(`\nclinic_request_${timed}_seconds_count 1\n`)
    const [size, free] = ['size', 'free'].map((part) =>
      Number(new RegExp(`^clinic_store_disk_${part}_bytes (\\S+)$`, 'm').exec(series)?.[1]),
    )
    expect(size).toBeGreaterThan(free ?? Infinity)
  })

  test('warns of the sample, and says when search engines are told another address than that of the site', async () => {
    const { siteAddress } = english.department
    const { lines } = await startServer({ PUBLIC_URL: 'https://clinic.example' })
    expect(lines.slice(2, -1)).toEqual([
      expect.stringMatching(
        /^WARNING: https:.+ shows the sample, which is no hospital: set CONTENT_DIR to .+ build again\.$/,
      ),
      `Search engines are told ${siteAddress} (siteAddress in content/department.json), but PUBLIC_URL is https://clinic.example.`,
    ])
    expect((await startServer({ PUBLIC_URL: `${siteAddress}/` })).lines).toHaveLength(4)
  })

  test('refuses what it cannot use with one line each, and no stack', async () => {
    const { port } = (await startServer()).address
    await expectRefusal({ PORT: 'http', LOG_LEVEL: 'loud' }, /^PORT must be .+\.$/, /^LOG_LEVEL must be .+\.$/)
    await expectRefusal({ HOST: '192.0.2.1' }, /^HOST and PORT .*EADDRNOTAVAIL/)
    await expectRefusal({ PORT: port }, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`))
    const DATA_DIR = await temporaryDirectory()
    const database = await openDatabase(DATA_DIR)
    await sql`create trigger broken before update on store begin select raise(abort, 'broken'); end`.execute(database)
    await database.destroy()
    await expectRefusal({ DATA_DIR, DESK_PORT: '0' }, /^The store cannot be used: broken$/)
    await expectRefusal({ DATA_DIR: import.meta.filename }, /^DATA_DIR \(.+\) cannot be used: /)
  })
})

testOnPostgres(
  'A PostgreSQL database that is not there or rejects the password is refused, without the password',
  async (location) => {
    const rejecting = Object.assign(new URL(location), { password: 'invented-password' })
    const refusal = /^DATABASE_URL \([\w.:/]+\) cannot be used: /
    for (const DATABASE_URL of [rejecting.href, 'postgres://clinic:invented-password@127.0.0.1:1/clinic'])
      await expectRefusal({ DATABASE_URL }, refusal)
  },
)

test('On SIGTERM, and further signals as npm passes them on, it answers running requests and exits with 0 within 5 s, also next to clients that keep their connections and one that stalls', async () => {
  const { child, exited, address, dataDirectory } = await startServer()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const [response] = await once(request(new URL('/healthz', address), { agent }).end(), 'response')
  response.resume()
  await callRaw(address, FIRST_HALF)
  const running = [await callRaw(address, FIRST_HALF), await callRaw(address, FIRST_HALF)]
  await seenBy(address)
  const before = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => seenBy(address).catch(() => 'refused')).toBe('refused')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  // One after the other: the second is answered after the signals have arrived.
  for (const { socket, answered } of running) {
    socket.write(BODY.slice(40))
    const answer = await answered
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(answer).toMatch(/^connection: close\r$/im)
  }
  expect(await exited).toBe(0)
  expect(performance.now() - before).toBeLessThan(5_000)
  // No write-ahead log is left behind.
  expect(await readdir(dataDirectory)).toEqual(['requests.sqlite'])
  const kept = { notice_version: english.department.noticeVersion }
  expect(await storedIn(dataDirectory)).toMatchObject([kept, kept])
})
