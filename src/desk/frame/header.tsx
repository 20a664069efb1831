import { Link, linkOptions, useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { countInWords } from '../../callback-request/calling/time-words.ts'
import { useCurrentCall } from '../call/use-call.tsx'
import { isCallNoteTyped } from '../drafts.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { useMe, useSignOut } from '../session.ts'
import css from './header.module.css'
import { useTellMe } from './tell-me.ts'

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

/** Of the row of pages, as in the style sheet. */
const FADE_PX = 40

const withCount = (label: string, count: number) => (count > 0 ? `${label} ${countInWords(count)}` : label)

interface HeaderProps {
  /** How many should be called at once. */
  waiting: number
  /** How many messages need somebody's attention. */
  undelivered: number
}

export function Header({ waiting, undelivered }: HeaderProps) {
  const { name, role, department } = useMe()
  const { open } = useCurrentCall()
  const tellMe = useTellMe()
  const { signOut, failure } = useSignOut()
  /** The button to which the focus returns from the question. */
  const [asking, setAsking] = useState<RefObject<HTMLElement | null>>()
  const pages = useRef<HTMLUListElement>(null)
  const links = [...PAGES, ...(role === 'manager' ? MANAGERS_PAGES : [])]
  const shown = useLocation({ select: ({ pathname }) => links.findIndex(({ to }) => to === pathname) })

  // Where the row of pages is longer than a narrow window, the one that is shown is in view.
  useEffect(() => {
    const row = pages.current
    const current = row?.children[shown]
    if (row && current instanceof HTMLElement)
      row.scrollLeft = current.offsetLeft + current.offsetWidth - row.offsetLeft - row.clientWidth + FADE_PX
  }, [shown])

  return (
    <header className={`notPrinted ${css.header}`}>
      <div className={css.inner}>
        <Link to="/" className={css.brand}>
          Callback desk
          <span>{department}</span>
        </Link>
        <nav aria-label="Desk">
          <ul ref={pages}>
            {links.map((link) => (
              <li key={link.to}>
                <Link {...link} className="tinted target oneLine">
                  {withCount(link.children, link.to === '/' ? waiting : 0)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.person}>
          <Menu
            items={[
              { label: 'Account', link: <Link to="/account" /> },
              { label: withCount('Deliveries', undelivered), link: <Link to="/deliveries" /> },
              ...(tellMe.isOffered
                ? [{ label: 'Tell me when somebody is due', isOn: tellMe.isOn, onSelect: tellMe.toggle }]
                : []),
              {
                label: 'Sign out',
                onSelect: (button) => (open && isCallNoteTyped(open.row.id) ? setAsking(button) : void signOut()),
              },
            ]}
          >
            <bdi>{name}</bdi>
          </Menu>
        </div>
      </div>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      {asking && (
        <FormDialog
          title="Sign out without this note?"
          question={
            <p>
              Nothing is saved of the call with <bdi>{open?.row.name}</bdi> yet, and your note would be lost.
            </p>
          }
          submitLabel="Sign out"
          cancelLabel="Stay"
          returnTo={asking}
          onClose={() => setAsking(undefined)}
          send={async () => {
            setAsking(undefined)
            await signOut()
          }}
        />
      )}
    </header>
  )
}
