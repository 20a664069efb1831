import { Link, Outlet } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { useMe } from '../session.ts'

/** The pages of managers. Others are told so; the server refuses them the data. */
export function ManagersOnly() {
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
