import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import { describe, expect, onTestFinished } from 'vitest'
import { CallbackRequests } from '../../src/server/storage/callback-requests.ts'
import { invite } from '../../src/server/storage/staff-accounts.ts'
import { CADDY, type DeployedProxy, HAPROXY, NGINX } from '../support/deploy/proxies.ts'
import type { SecureClient } from '../support/deploy/secure-client.ts'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { PASSWORD } from '../support/staff-accounts.ts'
import { startDeskListener } from '../support/start-desk-listener.ts'
import { startPublicListener } from '../support/start-public-listener.ts'
import { testRequiring } from '../support/test-requirements.ts'

const SITE = 'clinic.example'
const DESK = 'desk.clinic.example'
const TRUST = { trustedProxies: ['127.0.0.1'] }
const ANY_PORT = { host: '127.0.0.1', port: 0 }
const LINUX = { 'more than one loopback address': process.platform === 'linux' }

/** The product behind a proxy on this machine, configured as `deploy/clinic.env` says. */
async function startBehind(proxy: DeployedProxy, options: { waits?: '1s' } = {}) {
  const desk = await startDeskListener(undefined, { ...TRUST, deskUrl: new URL(`https://${DESK}`) })
  const onStored = () => desk.changes.publish()
  const site = await startPublicListener({
    ...TRUST,
    publicUrl: new URL(`https://${SITE}`),
    rateLimit: { maxPosts: 2, windowSeconds: 600, limitsLoopback: false },
    requests: new CallbackRequests(desk.database, { onStored }),
  })
  const siteAddress = await site.app.listen(ANY_PORT)
  return {
    site,
    desk,
    siteAddress,
    ...(await proxy.start({ site: siteAddress, desk: await desk.listen(), ...options })),
  }
}

/** Signs in a new coordinator through a proxy. @returns the cookie */
async function signIn(client: SecureClient, { act }: Awaited<ReturnType<typeof startBehind>>['desk']) {
  const account = { email: 'meera@clinic.example', name: 'Meera Invented', role: 'coordinator' } as const
  const invited = await invite(act(), account)
  if (!invited.ok) throw new Error(invited.refusal)
  const { token } = invited.value
  const accepted = { token, name: account.name, password: PASSWORD }
  const { headers } = await client.post(DESK, '/api/invitations/accept', accepted, forged(20))
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

/** What somebody sends who wants to be taken for somebody else, each time for another. */
function forged(number: number): Record<string, string> {
  const address = `198.51.100.${number}`
  return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` }
}

describe.each([NGINX, CADDY, HAPROXY])('The deployed $name', (proxy) => {
  testRequiring(
    proxy.needs,
    'serves site and desk under a name each, over HTTP/2 with TLS 1.3, or 1.2 with GCM or ChaCha20, and nothing else',
    async () => {
      const { client, httpPort, httpsPort } = await startBehind(proxy)
      const visitor = client()
      const get = async (host: string, path: string) => (await visitor.get(host, path)).status
      expect(await visitor.get(SITE, '/')).toMatchObject({ status: 200, body: '<h1>Home</h1>' })
      expect((await visitor.get(SITE, '/')).headers['strict-transport-security']).toBeDefined()
      expect(await get(SITE, '/sign-in')).toBe(404)
      expect(await get(SITE, '/api/worklist')).toBe(404)
      expect(await get(SITE, '/api/events')).toBe(404)
      expect(await get(DESK, '/sign-in')).toBe(200)
      expect(await get(DESK, '/api/worklist')).toBe(401)
      expect(await get(DESK, '/privacy')).toBe(404)
      expect((await visitor.post(DESK, '/api/appointment', APPOINTMENT_PAYLOAD)).status).toBe(404)
      const servername = 'other.example'
      const other = connect({ host: '127.0.0.1', port: httpsPort, servername, rejectUnauthorized: false })
      await expect(once(other, 'secureConnect')).rejects.toThrow('alert')

      const insecure = request({ port: httpPort, path: '/?utm_source=a', headers: { host: SITE } }).end()
      const [{ statusCode, headers }] = (await once(insecure, 'response')) as [IncomingMessage]
      expect(statusCode).toBeGreaterThanOrEqual(301)
      expect(headers.location).toMatch(/^https:\/\/clinic\.example(:\d+)?\/\?utm_source=a$/)
      // Not redirected: what a program sends without TLS has been read by others.
      const called = request({
        port: httpPort,
        method: 'POST',
        path: '/api/appointment',
        headers: { host: SITE },
      }).end()
      await expect(once(called, 'response')).rejects.toThrow('socket hang up')
      for (const host of ['other.example', `${SITE}.other.example`, '127.0.0.1']) {
        expect([421, 'none'], host).toContain(await client().statusOf(SITE, '/', { ':authority': host }))
        const insecure = request({ port: httpPort, headers: { host } }).end()
        await expect(once(insecure, 'response'), host).rejects.toThrow('socket hang up')
      }

      const protocolWith = async (options: ConnectionOptions) => {
        const socket = connect({ port: httpsPort, servername: SITE, rejectUnauthorized: false, ...options })
        onTestFinished(() => void socket.destroy())
        return once(socket, 'secureConnect').then(
          () => socket.getProtocol(),
          () => 'none',
        )
      }
      const upTo12 = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2' } as const
      expect(await protocolWith({})).toBe('TLSv1.3')
      expect(await protocolWith({ ...upTo12, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).toBe('TLSv1.2')
      for (const other of ['SHA', 'SHA256', 'CCM', 'CCM8'].map((end) => `ECDHE-ECDSA-AES128-${end}`)) {
        expect(await protocolWith({ ...upTo12, ciphers: `${other}:@SECLEVEL=0` }), other).toBe('none')
      }
      expect(await protocolWith({ ...upTo12, maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).toBe('none')
    },
  )

  testRequiring(
    { ...proxy.needs, ...LINUX },
    'names the client, whatever it forges, and lets only the listed networks reach the desk, with each event at once; its log has no address and no query',
    async () => {
      const { client, desk, log, httpsPort } = await startBehind(proxy, { waits: '1s' })
      const visitor = client('127.0.0.7')
      const post = async (number: number) =>
        (await visitor.post(SITE, '/api/appointment', APPOINTMENT_PAYLOAD, forged(number))).status
      expect([await post(1), await post(2), await post(3)]).toEqual([201, 201, 429])
      expect((await client('127.0.0.8').post(SITE, '/api/appointment', APPOINTMENT_PAYLOAD)).status).toBe(201)

      const cookie = await signIn(client('127.0.0.9'), desk)
      expect(cookie).toContain('__Host-desk=')
      const events = await desk.database.selectFrom('audit_events').select(['kind', 'client']).execute()
      expect(events).toContainEqual({ kind: 'accepted', client: '127.0.0.9' })

      const browser = client()
      const stream = browser.open(DESK, '/api/events', { cookie }).setEncoding('utf8')
      let received = ''
      stream.on('data', (text: string) => {
        received += text
      })
      await expect.poll(() => received).toContain('retry: 2000')
      expect((await browser.post(SITE, '/api/appointment', APPOINTMENT_PAYLOAD)).status).toBe(201)
      await expect.poll(() => received, { timeout: 2_000 }).toContain('event: changed')
      stream.close()

      const statusFrom = (address: string, host: string, path: string) =>
        client(address).statusOf(host, path, { ...forged(1), 'x-forwarded-for': '10.0.0.1' })
      expect(await statusFrom('127.0.0.7', DESK, '/sign-in')).toBe(200)
      for (const path of ['/sign-in', '/api/worklist', '/api/events', '/assets/nothing.js', '/healthz']) {
        expect(await statusFrom('127.0.0.20', DESK, path), path).toBe(403)
      }
      expect(await statusFrom('127.0.0.20', SITE, '/')).toBe(200)
      expect([403, 421]).toContain(await client('127.0.0.20').statusOf(SITE, '/sign-in', { ':authority': DESK }))

      const withoutTls = connectTcp({ port: httpsPort, host: '127.0.0.1', localAddress: '127.0.0.7' })
      // Some proxies answer, others reset the connection.
      withoutTls
        .on('error', () => {})
        .end('no TLS\r\n\r\n')
        .resume()
      await new Promise((resolve) => withoutTls.once('close', resolve))
      const secret = 'canary-7c41'
      const headers = { referer: `https://${secret}.example/`, 'user-agent': secret, cookie: `a=${secret}` }
      expect((await visitor.get(SITE, `/privacy?name=${secret}`, headers)).status).toBe(200)
      await desk.app.close()
      expect([502, 503]).toContain((await visitor.get(DESK, `/find?name=${secret}`, headers)).status)
      await expect.poll(log).toMatch(/"\/privacy"[\s\S]*"\/find"/)
      for (const unsaid of [secret, '127.0.0.7', '198.51.100.1']) expect(log()).not.toContain(unsaid)
    },
  )
})

describe.each([NGINX, HAPROXY])('The deployed $name', (proxy) => {
  testRequiring({ ...proxy.needs, ...LINUX }, 'lets one address have 200 calls at a time', async () => {
    const { client } = await startBehind(proxy)
    const statusFor = (address: string) => client(address).statusOf(SITE, '/')
    // Sign-ins whose bodies never arrive: one more than may be, on several connections, because one has a limit too.
    const headers = { ':method': 'POST', 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    const browsers = [client('127.0.0.7'), client('127.0.0.7'), client('127.0.0.7')]
    const calls = browsers.flatMap((browser) =>
      Array.from({ length: 67 }, () => browser.statusOf(DESK, '/api/sign-in', headers)),
    )
    expect(await Promise.race(calls)).toBe(429)
    expect(await statusFor('127.0.0.7')).toBe(429)
    expect(await statusFor('127.0.0.8')).toBe(200)
    for (const browser of browsers) browser.close()
    await expect.poll(() => statusFor('127.0.0.7')).toBe(200)
  })
})

testRequiring(CADDY.needs, 'Behind the deployed Caddy a page waits while the server restarts', async () => {
  const { client, site, siteAddress } = await startBehind(CADDY)
  await site.app.close()
  const waiting = client().get(SITE, '/')
  const restarted = await startPublicListener(TRUST)
  await restarted.app.listen({ host: '127.0.0.1', port: Number(new URL(siteAddress).port) })
  expect(await waiting).toMatchObject({ status: 200, body: '<h1>Home</h1>' })
})
