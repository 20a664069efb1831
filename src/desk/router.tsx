import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  Outlet,
} from '@tanstack/react-router'
import { AccountPage } from './account/account-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { DeliveriesPage } from './deliveries/deliveries-page.tsx'
import { FindPage } from './find/find-page.tsx'
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

/** Reads the texts with these names from an address. Which of their values are known, the department's data say. */
function textsIn<Name extends string>(...names: Name[]) {
  return (given: Record<string, unknown>): { [Each in Name]?: string } => {
    const texts = names.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]])
    return Object.fromEntries(texts)
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: readSignInSearch,
})
const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage })

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame, errorComponent: FailedDesk })
const worklist = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: WorklistPage,
  validateSearch: textsIn('service', 'language'),
})
const person = createRoute({ getParentRoute: () => frame, path: '/requests/$reference', component: PersonPage })
const find = createRoute({
  getParentRoute: () => frame,
  path: '/find',
  component: FindPage,
  validateSearch: textsIn('service', 'status', 'from', 'to', 'language', 'form', 'campaign'),
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
  validateSearch: textsIn('kind', 'staff', 'from', 'to'),
})
const report = createRoute({
  getParentRoute: () => managers,
  path: '/report',
  component: ReportPage,
  validateSearch: textsIn('from', 'to', 'list'),
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
  defaultErrorComponent: FailedPage,
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

/** In the place of a page that has failed: what failed, and a way back. */
function FailedPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page does not work">
      <Failure error={error} reset={reset} />
    </Page>
  )
}

/** The same without what surrounds the pages, which may have failed itself. */
function FailedDesk({ error, reset }: ErrorComponentProps) {
  return (
    <PlainPage title="The callback desk does not work">
      <Failure error={error} reset={reset} />
    </PlainPage>
  )
}

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
