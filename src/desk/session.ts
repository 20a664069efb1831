import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Offer } from '../callback-request/department-facts.ts'
import type { StaffMember } from '../callback-request/staff-account.ts'
import { byItself, explainFailure, get, send, sendSecret } from './api.ts'
import { keepDraftsOf } from './drafts.ts'
import { useChange } from './parts/use-change.tsx'
import { setServerTime } from './server-clock.ts'

/** Whoever is signed in. */
export interface Me extends Pick<StaffMember, 'id' | 'name' | 'email' | 'role' | 'second_factor' | 'hospital'> {
  /** IANA name of the department's zone. */
  time_zone: string
  department: string
  /** The codes of the site's languages. */
  languages: readonly string[]
  /** What visitors can choose, and which telephone numbers are accepted. */
  offer: Offer
  /** Before the department's numbers, such as +91. */
  country_prefix: string
}

/** Why the sign-in page is shown. */
type Reason = 'ended' | 'signed-out'

declare module '@tanstack/react-router' {
  interface HistoryState {
    reason?: Reason
    /** The address of whoever's session has ended. */
    email?: string
    /** The secret part of an invitation's link. */
    invitation?: string
  }
}

/**
 * The key under which this tab's storage has where the person wanted to go, also while another site signs them in. Not in
 * the address, because it may hold what somebody typed.
 */
const WANTED = 'wanted'

/** Where to go after signing in. Said once. */
export function takeWanted(): string {
  const wanted = sessionStorage.getItem(WANTED) ?? '/'
  sessionStorage.removeItem(WANTED)
  return wanted
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me> => {
    const { now, ...me } = await get<Me & { now: string }>('/api/me', signal)
    keepDraftsOf(me.id)
    setServerTime(now)
    return me
  },
})

export const MeContext = createContext<Me | undefined>(undefined)

/** Whoever is signed in. @throws outside the frame of a signed-in person's pages */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('Nobody is signed in here.')
  return me
}

/** Managers work only with a second factor: until then the server answers them nothing else. */
export function mustEnrol({ role, second_factor, hospital }: Me): boolean {
  return role === 'manager' && !second_factor && !hospital
}

/**
 * Sends a password or a code of the signed-in person, which changes the account. A refusal may say that the session has
 * ended, or that another tab was first: so the page asks again who is signed in, whatever the answer is.
 *
 * The function that it gives @throws CallFailed
 */
export function useSendSecret(): <Answer = void>(method: string, path: string, body: unknown) => Promise<Answer> {
  const queryClient = useQueryClient()
  return async <Answer>(method: string, path: string, body: unknown) => {
    try {
      return await sendSecret<Answer>(method, path, body)
    } finally {
      await byItself(() => queryClient.refetchQueries(meQuery))
    }
  }
}

/** What the sign-in page asks of the server, for anybody. */
export const SIGN_IN_KEY = ['sign-in']

/** Shows the sign-in page, and forgets what was fetched. A person who never was signed in needs no reason. */
export async function leaveSession(router: AnyRouter, queryClient: QueryClient, reason: Reason): Promise<void> {
  const { pathname, href } = router.latestLocation
  if (pathname === '/sign-in') return
  if (reason === 'ended') sessionStorage.setItem(WANTED, href)
  else {
    keepDraftsOf()
    sessionStorage.removeItem(WANTED)
  }
  const me = queryClient.getQueryData(meQuery.queryKey)
  const state = me && { reason, ...(reason === 'ended' && { email: me.email }) }
  await router.navigate({ to: '/sign-in', replace: true, state: state ?? {} })
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== SIGN_IN_KEY[0] })
}

/** Signs out, also at the hospital's provider if the person signed in there. `failure` says that it did not work. */
export function useSignOut(): { signOut: () => Promise<unknown>; failure: string } {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { run, failure } = useChange<void, void>({
    async send() {
      const provider = await send<{ url: string } | undefined>('POST', '/api/sign-out')
      await leaveSession(router, queryClient, 'signed-out')
      if (provider) location.assign(provider.url)
    },
  })
  const isStillSignedIn = failure !== undefined && failure.status !== 401
  return { signOut: run, failure: isStillSignedIn ? `You are still signed in. ${explainFailure(failure)}` : '' }
}
