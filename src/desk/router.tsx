import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  Outlet,
} from '@tanstack/react-router'
import { AUDIT_KINDS } from '../callback-request/calling/audit-kinds.ts'
import { localDayOf } from '../callback-request/local-clock.ts'
import { STATUS_NAMES } from '../callback-request/statuses.ts'
import { AccountPage } from './account/account-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { DeliveriesPage } from './deliveries/deliveries-page.tsx'
import { FindPage } from './find/find-page.tsx'
import { FORM_NAMES } from './find/find-search.ts'
import { Frame } from './frame/frame.tsx'
import { InvitationPage } from './invitation/invitation-page.tsx'
import { Button } from './parts/button.tsx'
import { announceNewPage, Page, PlainPage } from './parts/page.tsx'
import { PersonPage } from './person/person-page.tsx'
import { ReportPage } from './report/report-page.tsx'
import { useMe } from './session.ts'
import { readSignInSearch } from './sign-in/hospital-words.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SpamPage } from './spam/spam-page.tsx'
import { StaffPage } from './staff/staff-page.tsx'
import { WorklistPage } from './worklist/worklist-page.tsx'

/** Filters of an address, and in `left_out` the names of those whose values cannot be chosen. */
type FilterSearch<Name extends string> = { [Each in Name | 'left_out']?: string }

/** Reads the filters of an address. @param rules whether a value can be chosen; the others are left out */
function filtersIn<Name extends string>(rules: Record<Name, (value: string) => boolean>) {
  return ({ left_out, ...given }: Record<string, unknown>): FilterSearch<Name> => {
    const set = (Object.keys(rules) as Name[]).filter((name) => given[name] !== undefined)
    const unknown = set.filter((name) => !rules[name](String(given[name])))
    const known = set.filter((name) => !unknown.includes(name)).map((name) => [name, String(given[name])])
    const leftOut = unknown.length > 0 ? unknown.join() : left_out
    return { ...Object.fromEntries(known), ...(leftOut !== undefined && { left_out: String(leftOut) }) }
  }
}

/** Which services, languages, campaigns and people there are, also formerly, only the server knows. */
const anyValue = () => true
const isDay = (value: string) => localDayOf(value) !== undefined
const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value)

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: readSignInSearch,
})
const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame, // What surrounds the pages may have failed itself.
  errorComponent: (failed) => (
    <PlainPage title="The callback desk does not work">
      <Failure {...failed} />
    </PlainPage>
  ),
})
const worklist = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: WorklistPage,
  validateSearch: filtersIn({ service: anyValue, language: anyValue }),
})
const person = createRoute({ getParentRoute: () => frame, path: '/requests/$reference', component: PersonPage })
const find = createRoute({
  getParentRoute: () => frame,
  path: '/find',
  component: FindPage,
  validateSearch: filtersIn({
    service: anyValue,
    status: isOneOf(Object.keys(STATUS_NAMES)),
    from: isDay,
    to: isDay,
    language: anyValue,
    form: isOneOf(Object.keys(FORM_NAMES)),
    campaign: anyValue,
  }),
})
const account = createRoute({ getParentRoute: () => frame, path: '/account', component: AccountPage })

const spam = createRoute({ getParentRoute: () => frame, path: '/spam', component: SpamPage })
const deliveries = createRoute({ getParentRoute: () => frame, path: '/deliveries', component: DeliveriesPage })

const managers = createRoute({ getParentRoute: () => frame, id: 'managers', component: ManagersOnly })
const staff = createRoute({ getParentRoute: () => managers, path: '/staff', component: StaffPage })
const audit = createRoute({
  getParentRoute: () => managers,
  path: '/audit',
  component: AuditPage,
  validateSearch: filtersIn({
    kind: isOneOf(AUDIT_KINDS),
    staff: anyValue,
    from: isDay,
    to: isDay,
    reference: anyValue,
  }),
})
const report = createRoute({
  getParentRoute: () => managers,
  path: '/report',
  component: ReportPage,
  // The page says what is wrong with a day.
  validateSearch: filtersIn({ from: anyValue, to: anyValue, list: isOneOf(['missed']) }),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    frame.addChildren([
      worklist,
      find,
      person,
      spam,
      deliveries,
      account,
      managers.addChildren([report, staff, audit]),
    ]),
  ]),
  scrollRestoration: true,
  // An address keeps only what its route has read.
  search: { strict: true },
  defaultErrorComponent: (failed) => (
    <Page title="This page does not work">
      <Failure {...failed} />
    </Page>
  ),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString()
    return text && `?${text}`
  },
})

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) announceNewPage()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The pages of managers. Others are told so; the server refuses them the data. */
function ManagersOnly() {
  const { role } = useMe()
  if (role === 'manager') return <Outlet />
  return (
    <Page title="Only managers can see this page">
      <p>You are signed in as a coordinator. If you need something from this page, ask a manager of your department.</p>
      <p>
        <Link to="/">Go to the first page</Link>
      </p>
    </Page>
  )
}

/** What failed, and a way back, in the place of a page. */
function Failure({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  return (
    <>
      <p>What you have saved is safe. If it happens again, tell your technician what is written here:</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <div className="buttons">
        <Button look="outlined" onClick={reset}>
          Try again
        </Button>
        <Link to="/">Go to the worklist</Link>
      </div>
    </>
  )
}

function NotFoundPage() {
  return (
    <PlainPage title="Page not found">
      <p>There is no page at this address. It may have been typed or copied incompletely.</p>
      <p>
        <Link to="/">Go to the callback desk</Link>
      </p>
    </PlainPage>
  )
}
