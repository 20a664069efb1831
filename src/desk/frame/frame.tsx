import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { CallProvider, useCurrentCall } from '../call-panel/use-call.tsx'
import { DeliveryBanner } from '../deliveries/delivery-banner.tsx'
import { useEvents } from '../events.ts'
import { Shortcuts } from '../keys/shortcuts.tsx'
import { Loaded, Loading } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { MeContext, meQuery, mustEnrol } from '../session.ts'
import { EnrolmentPage } from '../sign-in/second-factor-setup.tsx'
import css from './frame.module.css'
import { Header } from './header.tsx'

/** What surrounds the pages of a signed-in person. A manager without a second factor only sees how to set one up. */
export function Frame() {
  const me = useQuery(meQuery)
  if (me.data === undefined && me.error) {
    return (
      <PlainPage title="The callback desk does not answer">
        <Loaded query={me}>{() => null}</Loaded>
      </PlainPage>
    )
  }
  if (me.data === undefined) {
    return (
      <main className={css.main}>
        <Loading />
      </main>
    )
  }
  return <MeContext value={me.data}>{mustEnrol(me.data) ? <EnrolmentPage /> : <SignedIn />}</MeContext>
}

function SignedIn() {
  const { isSilent } = useEvents()
  return (
    <CallProvider>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page */}
      <a className={`notPrinted ${css.skip}`} href="#content" onClick={skip}>
        Skip to content
      </a>
      <Header />
      <div className={`notPrinted ${css.strip}`}>
        <DeliveryBanner />
        <p className={css.connection} role="status">
          {isSilent && 'Reconnecting…'}
        </p>
      </div>
      <main id="content" className={css.main} tabIndex={-1}>
        <WayBack />
        <Outlet />
      </main>
      <Shortcuts />
    </CallProvider>
  )
}

/** Leaves the address as it is: its fragment holds what was typed, and its entry of the history how much is shown. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** The way back to the call that is open, on pages that do not show it. */
function WayBack() {
  const { called } = useCurrentCall()
  const isShown = useLocation({ select: ({ pathname }) => pathname === '/' || pathname.startsWith('/requests/') })
  if (!called || isShown) return null
  return (
    <p className={`notPrinted quiet ${css.wayBack}`}>
      <Link to="/">
        Call with <bdi>{called.name}</bdi>
      </Link>
    </p>
  )
}
