import { createRootRoute, createRoute, createRouter, Link, Outlet } from '@tanstack/react-router'
import { AccountPage } from './account/account-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { DeliveriesPage } from './deliveries/deliveries-page.tsx'
import { FindPage } from './find/find-page.tsx'
import { Frame } from './frame/frame.tsx'
import { InvitationPage } from './invitation/invitation-page.tsx'
import { announceNewPage, Page, PlainPage } from './parts/page.tsx'
import { PersonPage } from './person/person-page.tsx'
import { ReportPage } from './report/report-page.tsx'
import { useMe } from './session.ts'
import { readSignInSearch } from './sign-in/hospital-words.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SpamPage } from './spam/spam-page.tsx'
import { StaffPage } from './staff/staff-page.tsx'
import { WorklistPage } from './worklist/worklist-page.tsx'

/** The pages know themselves which texts of their address they understand. */
const readTexts = (given: Record<string, unknown>) => given as Record<string, string>

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: readSignInSearch,
})
const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage })

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame, validateSearch: readTexts })
const worklist = createRoute({ getParentRoute: () => frame, path: '/', component: WorklistPage })
const person = createRoute({ getParentRoute: () => frame, path: '/requests/$reference', component: PersonPage })
const find = createRoute({ getParentRoute: () => frame, path: '/find', component: FindPage })
const account = createRoute({ getParentRoute: () => frame, path: '/account', component: AccountPage })

const spam = createRoute({ getParentRoute: () => frame, path: '/spam', component: SpamPage })
const deliveries = createRoute({ getParentRoute: () => frame, path: '/deliveries', component: DeliveriesPage })

const managers = createRoute({ getParentRoute: () => frame, id: 'managers', component: ManagersOnly })
const staff = createRoute({ getParentRoute: () => managers, path: '/staff', component: StaffPage })
const audit = createRoute({ getParentRoute: () => managers, path: '/audit', component: AuditPage })
const report = createRoute({ getParentRoute: () => managers, path: '/report', component: ReportPage })

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
