import { Link, linkOptions } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { useMe } from '../session.ts'
import css from './home-page.module.css'

const ACCOUNT = linkOptions({ to: '/account', title: 'Account', text: 'Your password and your second factor' })
const MANAGERS = linkOptions([
  { to: '/audit', title: 'Audit', text: 'Who did what, and when' },
  { to: '/staff', title: 'Staff', text: 'Invite people, and look after their accounts' },
])

/** Greets the person, and leads to what the person may open. */
export function HomePage() {
  const { name, role } = useMe()
  const links = role === 'manager' ? [...MANAGERS, ACCOUNT] : [ACCOUNT]
  return (
    <Page
      title=""
      heading={
        <>
          Welcome, <bdi>{name}</bdi>
        </>
      }
    >
      <p>You are signed in to the callback desk.</p>
      <ul className={css.links}>
        {links.map(({ title, text, ...link }) => (
          <li key={title}>
            <Link {...link}>
              <strong>{title}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
