import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { signAgain } from '../../../../tests/support/hospital/hospital-provider.ts'
import {
  comeBack,
  DESK_URL,
  goToProvider,
  MANAGER,
  outcomeOf,
  startHospitalDesk,
  type WayBack,
} from '../../../../tests/support/hospital/start-hospital-desk.ts'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import * as accounts from '../../storage/staff-accounts.ts'

/** The payload of an ID token with changes, under the signature of the unchanged one. */
function tampered(token: string, changes: object): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

test('Keeps the session in a cookie that other sites cannot use, removes the pending one, and ends the session of the browser', async () => {
  const { browser, events, signedIn } = await startHospitalDesk()
  const asha = await signedIn('coordinator')
  const before = browser()
  before.cookie = asha.cookie
  const begun = await asha.get('/sign-in/hospital')
  expect([begun.statusCode, begun.headers['cache-control']]).toEqual([303, 'no-store'])
  const pending = { name: '__Host-desk-sign-in', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' }
  expect(begun.cookies).toEqual([{ ...pending, value: expect.any(String), maxAge: 600 }])
  const sent = Object.fromEntries(new URL(String(begun.headers.location)).searchParams)
  const redirect_uri = `${DESK_URL}/sign-in/hospital/callback`
  expect(sent).toMatchObject({ redirect_uri, scope: 'openid profile email', code_challenge_method: 'S256' })
  for (const secret of ['state', 'nonce', 'code_challenge']) expect(sent[secret]).toHaveLength(43)
  const way = await goToProvider(asha)
  expect(await before.isSignedIn()).toBe(true)
  const { cookies } = await comeBack(asha, way)
  expect(cookies).toMatchObject([
    { name: '__Host-desk-sign-in', value: '', path: '/' },
    { name: '__Host-desk', path: '/', httpOnly: true, secure: true, sameSite: 'Strict' },
  ])
  for (const absent of ['domain', 'maxAge', 'expires']) expect(cookies[1]).not.toHaveProperty(absent)
  expect(await before.isSignedIn()).toBe(false)
  const ended = { kind: 'session-ended', subject: asha.id }
  expect(await events()).toContainEqual(expect.objectContaining(ended))
})

const changed = (way: WayBack, name: string, value: string): WayBack => {
  const url = new URL(way.url, DESK_URL)
  url.searchParams.set(name, value)
  return { ...way, url: url.pathname + url.search }
}
const withPart = ({ url, pending }: WayBack, part: number, value: string): WayBack => ({
  url,
  pending: pending.split('.').with(part, value).join('.'),
})
const OTHER = 'x'.repeat(43)
const gaveUp = ({ url, pending }: WayBack) => ({ pending, url: url.replace(/code=[^&]+/, 'error=access_denied') })
const SPOILT: [what: string, spoil: (way: WayBack) => WayBack, outcome: string][] = [
  ['another state', (way) => changed(way, 'state', OTHER), 'invalid'],
  ['another code', (way) => changed(way, 'code', OTHER), 'invalid'],
  ["another issuer's answer", (way) => changed(way, 'iss', 'https://elsewhere.example'), 'invalid'],
  ['a nonce that was not sent', (way) => withPart(way, 1, OTHER), 'invalid'],
  ['a PKCE verifier of another sign-in', (way) => withPart(way, 2, OTHER), 'invalid'],
  ['no cookie of this browser', (way) => ({ ...way, pending: '' }), 'expired'],
  ['a broken cookie', (way) => ({ ...way, pending: 'x.y' }), 'expired'],
  ['what says that somebody gave up', gaveUp, 'cancelled'],
]

test('Refuses a way back that is not the one of this browser and sign-in, comes again, or comes after ten minutes', async () => {
  const { browser, events, clock } = await startHospitalDesk()
  for (const [what, spoil, outcome] of SPOILT) {
    const asha = browser()
    const way = await goToProvider(asha)
    expect(outcomeOf(await comeBack(asha, spoil(way))), what).toBe(outcome)
    expect(asha.cookie).toBeUndefined()
  }
  const failed = { kind: 'sign-in-failed', subject: null, by: null, how: 'hospital' }
  const refused = SPOILT.map(([, , because]) => because).filter((outcome) => outcome !== 'expired')
  expect(await events()).toEqual(refused.map((because) => ({ ...failed, because })))

  const way = await goToProvider(browser())
  expect(outcomeOf(await comeBack(browser(), way))).toBe('done')
  const thief = browser()
  expect(outcomeOf(await comeBack(thief, way))).toBe('invalid')
  expect(await thief.isSignedIn()).toBe(false)
  const late = await goToProvider(browser())
  clock.pass({ minutes: 10 })
  expect(outcomeOf(await comeBack(browser(), late))).toBe('expired')
})

test('Refuses an ID token that is not signed as it is, or is signed for nobody, before any account is looked up', async () => {
  const { browser, provider, signedIn, signIn, act, events } = await startHospitalDesk()
  // Whoever looks the account up finds this one, which waits for its address.
  const local = await signedIn('coordinator', 'asha')
  await accounts.connect(act(), local.id, provider.settings.issuer.href)
  for (const change of [
    (token: string) => tampered(token, { roles: MANAGER }),
    (token: string) => signAgain(tampered(token, { sub: '' })),
  ]) {
    provider.changeAnswers('/token', (answer) => ({ ...answer, id_token: change(answer.id_token ?? '') }))
    const asha = browser()
    expect(await signIn(asha)).toBe('invalid')
    expect(await asha.isSignedIn()).toBe(false)
    expect((await events()).at(-1)).toMatchObject({ kind: 'sign-in-failed', subject: null, because: 'invalid' })
  }
})

test('While the provider does not answer, says so, remembers it for ten seconds, and accounts with a password work', async () => {
  const { browser, provider, signedIn, signIn, clock, logLines } = await startHospitalDesk()
  const emergency = await signedIn('coordinator')
  const asha = browser()
  const way = await goToProvider(asha)
  await provider.stop()
  expect(outcomeOf(await comeBack(asha, way))).toBe('unreachable')
  expect((await emergency.signIn()).json()).toEqual({ next: 'desk' })
  let asked = 0
  const broken = createServer((socket) => {
    asked++
    socket.destroy()
  })
  onTestFinished(() => void broken.close())
  broken.listen(Number(provider.settings.issuer.port), 'localhost')
  const begin = () => browser().get('/sign-in/hospital', { 'x-forwarded-for': '203.0.113.7' })
  const logged = () => logLines.filter((line) => line.includes('does not answer')).length
  const before = logged()
  for (let round = 1; round <= 2; round++) {
    clock.pass({ seconds: 10 })
    const begun = Array.from({ length: 14 }, async () => outcomeOf(await begin()))
    expect(new Set(await Promise.all(begun))).toEqual(new Set(['unreachable']))
    expect(outcomeOf(await begin())).toBe('unreachable')
    // Asked once, and said once.
    expect([asked, logged() - before]).toEqual([round, round])
  }
  // Each was an attempt of its client.
  expect((await begin()).statusCode).toBe(429)
  const headers = { cookie: `__Host-desk-sign-in=${way.pending}`, 'x-forwarded-for': '203.0.113.7' }
  for (let code = 1; code <= 30; code++) expect(outcomeOf(await asha.get(way.url, headers))).toBe('unreachable')
  expect((await asha.get(way.url, headers)).statusCode).toBe(429)
  await new Promise((resolve) => broken.close(resolve))
  await provider.start()
  clock.pass({ seconds: 10 })
  expect(await signIn(asha)).toBe('done')
})

test('Trusts no provider that names itself otherwise', async () => {
  const { browser, provider } = await startHospitalDesk()
  const change = (metadata: object) => ({ ...metadata, issuer: 'https://elsewhere.example' })
  provider.changeAnswers('/.well-known/openid-configuration', change)
  expect(outcomeOf(await browser().get('/sign-in/hospital'))).toBe('unreachable')
})

test('Signing out ends our session, and leads to the end of the one at the provider', async () => {
  const { provider, signedInByHospital } = await startHospitalDesk()
  const asha = await signedInByHospital()
  const { cookie } = asha
  const answer = await asha.post('/api/sign-out')
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(answer.json().url).toContain(`${provider.settings.issuer.origin}/session/end?`)
  asha.cookie = cookie
  expect(await asha.isSignedIn()).toBe(false)
})

test("Its pages are opened only by GET, and do not exist without the hospital's sign-in", async () => {
  const [{ browser }, without] = [await startHospitalDesk(), await startDeskListener()]
  expect((await browser().get('/api/sign-in/options')).json()).toEqual({ hospital: true })
  expect((await without.browser().get('/api/sign-in/options')).json()).toEqual({ hospital: false })
  for (const url of ['/sign-in/hospital', '/sign-in/hospital/callback']) {
    expect((await without.browser().get(url)).statusCode).toBe(404)
    for (const method of ['HEAD', 'POST']) expect((await browser().call({ method, url })).statusCode).toBe(405)
  }
})
