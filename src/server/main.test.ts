import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { APPOINTMENT_PAYLOAD } from '../../tests/support/samples.ts'
import { run, SERVER, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { describeRequiring, testRequiring } from '../../tests/support/test-requirements.ts'
import { openDatabase } from './storage/database/open-database.ts'
import { CallbackRequests } from './storage/requests/callback-requests.ts'

const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)

function openSocket(address: URL): Socket {
  const socket = connect(Number(address.port), address.hostname)
  onTestFinished(() => void socket.destroy())
  return socket.setEncoding('utf8')
}

/** The headers of an appointment call and the first half of its body. */
const FIRST_HALF =
  'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`

/** Resolves once the server has read all that was written before: it answers a later connection. */
async function seenBy(address: URL): Promise<void> {
  await fetch(new URL('/healthz', address), { headers: { connection: 'close' } })
}

/** Resolves once the server accepts no new connections. */
async function refusedBy(address: URL): Promise<void> {
  for (;;) {
    try {
      await seenBy(address)
    } catch {
      return
    }
  }
}

describe('Starting', () => {
  test('says that nobody is notified, and in the last line where it listens', async () => {
    const { lines, address } = await startServer()
    expect(lines).toEqual([
      'Nobody is notified of new requests: set SMTP_URL and NOTIFY_EMAIL, or WEBHOOK_URL.',
      `http://127.0.0.1:${address.port}`,
    ])
    for (const path of ['/', '/thank-you', '/privacy', '/readyz']) {
      expect((await fetch(new URL(path, address))).status, path).toBe(200)
    }
    expect((await fetch(new URL('/nope', address))).status).toBe(404)
  })

  test('writes an IPv6 address in brackets', async () => {
    const { address } = await startServer({ HOST: '::1' })
    expect(address.hostname).toBe('[::1]')
    expect((await fetch(new URL('/healthz', address))).status).toBe(200)
  })

  test('answers an HTML form post that breaks a rule with the built page', async () => {
    const { address } = await startServer()
    const response = await fetch(new URL('/api/appointment', address), {
      method: 'POST',
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', origin: address.origin },
      body: new URLSearchParams({ fullname: 'Asha <Invented>', phone: '1' }),
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Phone No. must have 10 digits')
    expect(page).toContain('Asha &lt;Invented&gt;')
  })

  test.each([
    ['bad variables', { PORT: 'http', LOG_LEVEL: 'loud' }, [/^PORT must be .+\.$/, /^LOG_LEVEL must be .+\.$/]],
    ['an address that is not this machine', { HOST: '192.0.2.1' }, [/^HOST and PORT .*EADDRNOTAVAIL/]],
  ])('refuses %s with one line each, and no stack', async (_, environment: Record<string, string>, lines) => {
    const { stdout, stderr, exitCode } = await run(SERVER, [], {
      DATA_DIR: await temporaryDirectory(),
      LOG_LEVEL: 'silent',
      ...environment,
    })
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringMatching(line)))
  })

  test('refuses a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const ended = await run(SERVER, [], { DATA_DIR: await temporaryDirectory(), PORT: String(port) })

    expect(ended.exitCode).toBe(1)
    expect(ended.stderr.split('\n')[0]).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`))
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('refuses a data directory that cannot be a directory', async () => {
    const file = join(await temporaryDirectory(), 'file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'below')]) {
      const { stderr, exitCode } = await run(SERVER, [], { DATA_DIR })
      expect(exitCode).toBe(1)
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^DATA_DIR \(.+\) cannot be used: /)])
    }
  })

  testRequiring({ '/proc': existsSync('/proc/self') }, 'refuses a data directory below /proc', {}, async () => {
    for (const DATA_DIR of ['/proc/nope', '/proc/nope/below']) {
      const { stdout, stderr, exitCode } = await run(SERVER, [], { DATA_DIR })
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
      expect(stderr).toMatch(/^DATA_DIR \(.+\) cannot be used: E[^\n]+\n$/)
    }
  })
})

describeRequiring({ PostgreSQL: hasPostgres() }, 'With PostgreSQL', () => {
  test('instances that start at once on an empty database all serve, and store in the same place', async () => {
    const DATABASE_URL = await newPostgresDatabase()
    const instances = await Promise.all([1, 2, 3].map(() => startServer({ DATABASE_URL })))
    for (const { address, dataDirectory } of instances) {
      expect((await fetch(new URL('/readyz', address))).status).toBe(200)
      expect((await postAppointment(address)).status).toBe(201)
      expect(await readdir(dataDirectory)).toEqual([])
    }
    const database = await openDatabase(DATABASE_URL)
    expect(await new CallbackRequests(database).newest(9)).toHaveLength(3)
    await database.destroy()
  })

  test.each([
    ['does not exist', '127.0.0.1:1/clinic', /^DATABASE_URL \(127\.0\.0\.1:1\/clinic\) cannot be used: .*ECONNREFUSED/],
    ['has no address', 'db.invalid/clinic', /^DATABASE_URL \(db\.invalid\/clinic\) cannot be used: .*db\.invalid/],
  ])('a database that %s is refused with a line without the password', async (_, place, line) => {
    const { stdout, stderr, exitCode } = await run(SERVER, [], {
      DATA_DIR: await temporaryDirectory(),
      DATABASE_URL: `postgres://clinic:invented-password@${place}`,
    })
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(line)])
    expect(stderr).not.toContain('invented-password')
  })

  test('a database in another encoding is refused with a line that says which one it must use', async () => {
    const url = new URL(await newPostgresDatabase())
    const admin = new Client(url.href)
    await admin.connect()
    const name = `${url.pathname.slice(1)}_latin1`
    await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    await admin.end()
    url.pathname = name
    const { stderr, exitCode } = await run(SERVER, [], {
      DATA_DIR: await temporaryDirectory(),
      DATABASE_URL: url.href,
    })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^DATABASE_URL \(.+\) cannot be used: the database must use UTF8, not LATIN1\n$/)
  })

  test('a database that rejects the password is refused in the same way', async () => {
    const url = Object.assign(new URL(await newPostgresDatabase()), { password: 'invented-password' })
    const { stderr, exitCode } = await run(SERVER, [], {
      DATA_DIR: await temporaryDirectory(),
      DATABASE_URL: url.href,
    })
    expect(exitCode).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^DATABASE_URL \(.+\) cannot be used: /)])
    expect(stderr).not.toContain('invented-password')
  })
})

describe('Stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s answers a running request, and exits with 0', async (signal) => {
    const { child, exited, address, dataDirectory } = await startServer()
    const socket = openSocket(address)
    socket.write(FIRST_HALF)
    await seenBy(address)
    child.kill(signal)
    await refusedBy(address)
    socket.write(BODY.slice(40))
    const [answer] = await once(socket, 'data')

    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(await exited).toBe(0)
    const database = await openDatabase(dataDirectory)
    expect(await new CallbackRequests(database).newest(2)).toHaveLength(1)
    await database.destroy()
  })

  test('leaves no write-ahead log behind', async () => {
    const { child, exited, dataDirectory } = await startServer()
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await readdir(dataDirectory)).toEqual(['requests.sqlite'])
  })

  test('takes less than 5 s with clients that keep their connections and one that stalls', async () => {
    const { child, exited, address } = await startServer()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    for (let client = 0; client < 5; client++) {
      const call = request(new URL('/healthz', address), { agent }).end()
      const [response] = await once(call, 'response')
      response.resume()
    }
    openSocket(address)
      .on('error', () => {})
      .write(FIRST_HALF)
    await seenBy(address)

    const before = performance.now()
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('is not changed by a second signal, which Ctrl-C sends through npm', async () => {
    const { child, exited, address } = await startServer()
    const sockets = [openSocket(address), openSocket(address)]
    for (const socket of sockets) socket.write(FIRST_HALF)
    await seenBy(address)
    child.kill('SIGINT')
    await refusedBy(address)
    child.kill('SIGINT')
    child.kill('SIGTERM')
    // One after the other: the second is answered after the signals have arrived.
    for (const socket of sockets) {
      socket.write(BODY.slice(40))
      const [answer] = await once(socket, 'data')
      expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    }
    expect(await exited).toBe(0)
  })
})
