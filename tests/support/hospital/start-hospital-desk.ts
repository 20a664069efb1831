import { expect, onTestFinished } from 'vitest'
import { type Answer, type Browser, startDeskListener } from '../start-desk-listener.ts'
import { ROLE_VALUES, type RunningProvider, startHospitalProvider } from './hospital-provider.ts'

export const DESK_URL = 'https://desk.clinic.example'

export const COORDINATOR = [ROLE_VALUES.coordinatorValue]
export const MANAGER = [ROLE_VALUES.managerValue]

/** What the provider says about a coordinator. */
export const ASHA = { name: 'Asha Invented', email: 'Asha@clinic.example', email_verified: true, roles: COORDINATOR }

const PENDING = '__Host-desk-sign-in'

/** The way back from the provider: the pending sign-in of the browser, and where the provider has sent it. */
export interface WayBack {
  pending: string
  url: string
}

/**
 * The desk's listener behind https and a trusted proxy, with a provider that knows `asha`. When the test has finished,
 * neither log nor audit log may contain a token, a code, a secret, an address, or a name that was not changed.
 */
export async function startHospitalDesk(options: Parameters<typeof startHospitalProvider>[1] = {}) {
  const provider: RunningProvider = await startHospitalProvider(DESK_URL, options)
  onTestFinished(provider.stop)
  provider.people.asha = { ...ASHA }
  const desk = await startDeskListener(undefined, {
    deskUrl: new URL(DESK_URL),
    oidc: provider.settings,
    trustedProxies: ['127.0.0.1'],
  })
  onTestFinished(async () => {
    const audited = await desk.database.selectFrom('audit_events').selectAll().where('kind', '<>', 'renamed').execute()
    const written = JSON.stringify([desk.logLines, audited])
    for (const secret of [...provider.secrets, 'Asha', 'asha@']) expect(written).not.toContain(secret)
  })
  /** The audit log from the first event on, with its details. */
  async function events() {
    const rows = desk.database.selectFrom('audit_events').select(['kind', 'subject', 'detail', 'by']).orderBy('id')
    return (await rows.execute()).map(({ detail, ...event }) => ({ ...event, ...JSON.parse(detail ?? '{}') }))
  }
  /** Signs in by the provider. @returns what the sign-in page is told */
  async function signIn(browser: Browser, subject = 'asha'): Promise<string> {
    return outcomeOf(await comeBack(browser, await goToProvider(browser, subject)))
  }
  /** A browser in which the person has signed in by the provider, and the person's id. */
  async function signedInByHospital(subject = 'asha') {
    const browser = desk.browser()
    const outcome = await signIn(browser, subject)
    if (outcome !== 'done') throw new Error(`The sign-in ended with ${outcome}.`)
    browser.id = (await browser.get('/api/me')).json().id
    return browser
  }
  return { ...desk, provider, events, signIn, signedInByHospital }
}

/** Begins a sign-in at the desk, and signs in at the provider. @returns the way back, which nobody has taken yet */
export async function goToProvider(browser: Browser, subject = 'asha'): Promise<WayBack> {
  const begun = await browser.get('/sign-in/hospital')
  const cookie = begun.cookies.find(({ name }) => name === PENDING)
  if (!cookie) throw new Error(`The sign-in did not begin: ${begun.headers.location}`)
  return { pending: cookie.value, url: await signInAtProvider(String(begun.headers.location), subject) }
}

/** Takes the way back to the desk, whose session the browser keeps. The cookie of an earlier one does not come along. */
export async function comeBack(browser: Browser, { pending, url }: WayBack): Promise<Answer> {
  browser.cookie = undefined
  return browser.get(url, { cookie: pending && `${PENDING}=${pending}` })
}

/** What the sign-in page is told. */
export function outcomeOf({ statusCode, headers }: Answer): string {
  const [, outcome] = /^\/sign-in\?hospital=([\w-]+)$/.exec(headers.location ?? '') ?? []
  if (statusCode !== 303 || outcome === undefined) throw new Error(`${statusCode} ${headers.location}`)
  return outcome
}

/** Follows the provider's pages to the desk's address, which is not called. */
async function signInAtProvider(address: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(address)
  let next = new URL(address)
  let form: URLSearchParams | undefined
  while (next.origin === origin) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const action = /action="([^"]+)"/.exec(await answer.text())?.[1]
    if (!location && !action) throw new Error(`The provider answered ${answer.status}.`)
    form = location ? undefined : new URLSearchParams({ prompt: 'login', login: subject, password: 'any' })
    next = new URL(location ?? action ?? '', next)
  }
  return next.pathname + next.search
}
