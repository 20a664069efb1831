import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { countInWords } from '../../callback-request/calling/time-words.ts'
import { CallProvider, useCurrentCall } from '../call/use-call.tsx'
import { DeliveryBanner, useUndelivered } from '../deliveries/delivery-banner.tsx'
import { useEvents } from '../events.ts'
import { Clock } from '../parts/clock.tsx'
import { Loaded, Loading } from '../parts/notice.tsx'
import { PlainPage, TitlePrefix } from '../parts/page.tsx'
import { MeContext, meQuery, mustEnrol, useMe } from '../session.ts'
import { EnrolmentPage } from '../sign-in/second-factor-setup.tsx'
import { useEverybody } from '../worklist/worklist-query.ts'
import css from './frame.module.css'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useNotices } from './tell-me.ts'

/** What surrounds the pages of a signed-in person. A manager without a second factor only sees how to set one up. */
export function Frame() {
  const me = useQuery(meQuery)
  if (me.data === undefined) {
    return me.error ? (
      <PlainPage title="The callback desk does not answer">
        <Loaded query={me}>{() => null}</Loaded>
      </PlainPage>
    ) : (
      <main className={css.main}>
        <Loading />
      </main>
    )
  }
  return (
    <MeContext value={me.data}>
      {mustEnrol(me.data) ? (
        <EnrolmentPage />
      ) : (
        <Clock>
          <CallProvider>
            <Desk />
          </CallProvider>
        </Clock>
      )}
    </MeContext>
  )
}

function Desk() {
  const { role } = useMe()
  const isSilent = useEvents()
  const undelivered = useUndelivered()
  const everybody = useEverybody()
  const content = useRef<HTMLElement>(null)
  const hasEnded = useNotices(everybody)
  const waiting = everybody ? everybody.counts.due + everybody.counts.overdue : 0

  /** Leaves the address as it is: its fragment holds what was typed, and its entry of the history how much is shown. */
  function skip(event: MouseEvent) {
    event.preventDefault()
    content.current?.focus()
  }

  return (
    <TitlePrefix value={`${hasEnded ? 'Hold ended – ' : ''}${waiting > 0 ? `${countInWords(waiting)} ` : ''}`}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page */}
      <a className={`notPrinted ${css.skip}`} href="#content" onClick={skip}>
        Skip to content
      </a>
      <Header waiting={waiting} undelivered={undelivered.count} />
      <div className={`notPrinted ${css.strip}`}>
        {role === 'manager' && <DeliveryBanner warning={undelivered.warning} />}
        <p className={css.connection} role="status">
          {isSilent && 'Reconnecting…'}
        </p>
      </div>
      <main id="content" ref={content} className={css.main} tabIndex={-1}>
        <WayBack />
        <Outlet />
      </main>
      <Shortcuts />
    </TitlePrefix>
  )
}

/** The way back to the call that is open, on pages that do not show it. */
function WayBack() {
  const { open } = useCurrentCall()
  const isShown = useLocation({ select: ({ pathname }) => pathname === '/' || pathname.startsWith('/requests/') })
  if (!open || isShown) return null
  return (
    <p className={`notPrinted quiet ${css.wayBack}`}>
      <Link to="/">
        Call with <bdi>{open.row.name}</bdi>
      </Link>
    </p>
  )
}
