import { Link, linkOptions, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCurrentCall } from '../call-panel/use-call.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { useMe, useSignOut } from '../session.ts'
import css from './header.module.css'

const PAGES = linkOptions([
  { to: '/', activeOptions: { exact: true, includeSearch: false }, children: 'Worklist' },
  { to: '/find', activeOptions: { includeSearch: false }, children: 'Find' },
  { to: '/spam', children: 'Spam' },
])
const MANAGERS_PAGES = linkOptions([
  { to: '/deliveries', children: 'Deliveries' },
  { to: '/report', activeOptions: { includeSearch: false }, children: 'Report' },
  { to: '/audit', children: 'Audit' },
  { to: '/staff', children: 'Staff' },
])

const MENU_ID = 'person-menu'

/** Of the row of pages, as in the style sheet. */
const FADE_PX = 40

export function Header() {
  const { name, role, department } = useMe()
  const { called, isNoteTyped, leave } = useCurrentCall()
  const { signOut, failure } = useSignOut(leave)
  const [isAsking, setIsAsking] = useState(false)
  const pages = useRef<HTMLUListElement>(null)
  const pathname = useLocation({ select: ({ pathname }) => pathname })

  // Where the row of pages is longer than a narrow window, the one that is shown is in view.
  useEffect(() => {
    const row = pages.current
    const current = row?.querySelector<HTMLElement>(`[href='${CSS.escape(pathname)}']`)
    if (row && current)
      row.scrollLeft = current.offsetLeft + current.offsetWidth - row.offsetLeft - row.clientWidth + FADE_PX
  }, [pathname])

  return (
    <header className={`notPrinted ${css.header}`}>
      <div className={css.inner}>
        <Link to="/" className={css.brand}>
          Callback desk
          <span>{department}</span>
        </Link>
        <nav aria-label="Desk">
          <ul ref={pages}>
            {[...PAGES, ...(role === 'manager' ? MANAGERS_PAGES : [])].map((link) => (
              <li key={link.to}>
                <Link {...link} className="tinted target" />
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.person}>
          <Menu
            buttonId={MENU_ID}
            items={[
              { label: 'Account', link: <Link to="/account" /> },
              { label: 'Sign out', onSelect: isNoteTyped ? () => setIsAsking(true) : signOut },
            ]}
          >
            <bdi>{name}</bdi>
          </Menu>
        </div>
      </div>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      {isAsking && (
        <FormDialog
          title="Sign out without this note?"
          question={
            <p>
              Nothing is saved of the call with <bdi>{called?.name}</bdi> yet, and your note would be lost.
            </p>
          }
          submitLabel="Sign out"
          cancelLabel="Stay"
          returnTo={MENU_ID}
          onClose={() => setIsAsking(false)}
          send={async () => {
            setIsAsking(false)
            await signOut()
          }}
        />
      )}
    </header>
  )
}
