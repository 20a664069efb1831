import type { Answer } from '../socket-client.ts'
import type { Browser } from '../start-desk-listener.ts'

const PENDING = '__Host-desk-sign-in'

/** The way back from the provider: the cookie of the browser, and where the provider has sent it. */
export interface WayBack {
  cookie: string
  url: string
}

/** Begins a sign-in at the desk, and signs in at the provider. @returns the way back, which nobody has taken yet */
export async function goToProvider(browser: Browser, subject: string): Promise<WayBack> {
  const begun = await browser.call({ url: '/sign-in/hospital', headers: { cookie: '' } })
  const pending = begun.cookies.find(({ name }) => name === PENDING)
  if (!pending) throw new Error(`The sign-in did not begin: ${begun.headers.location}`)
  const url = await signInAtProvider(String(begun.headers.location), subject)
  return { cookie: `${PENDING}=${pending.value}`, url }
}

/** Takes the way back to the desk, whose session the browser keeps. */
export async function comeBack(browser: Browser, { cookie, url }: WayBack): Promise<Answer> {
  browser.cookie = undefined
  return browser.call({ url, headers: { cookie } })
}

/** Signs in by the provider. @returns what the sign-in page is told */
export async function signInByHospital(browser: Browser, subject: string): Promise<string> {
  return outcomeOf(await comeBack(browser, await goToProvider(browser, subject)))
}

/** What the sign-in page is told. */
export function outcomeOf({ statusCode, headers }: Answer): string {
  const [, outcome] = /^\/sign-in\?hospital=([\w-]+)$/.exec(headers.location ?? '') ?? []
  if (statusCode !== 303 || outcome === undefined) throw new Error(`${statusCode} ${headers.location}`)
  return outcome
}

/** Follows the provider's pages to the desk's address, which is not called. */
export async function signInAtProvider(address: string, subject: string): Promise<string> {
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
