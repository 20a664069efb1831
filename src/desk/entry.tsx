import '../ui/tokens.css'
import '../ui/typeface.css'
import '../ui/base.css'
import './desk.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSignedOut } from './api.ts'
import { forgetStoredDrafts, restoreDrafts, storeDrafts } from './drafts.ts'
import { router } from './router.tsx'
import { leaveSession } from './session.ts'

// By microtasks: whoever waits for an answer then finds it on the page. A timer, the default, would be too late.
notifyManager.setScheduler(queueMicrotask)

/** Events say what has changed, so nothing is fetched again at a moment that the browser chooses. */
const queries = { refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', retry: false } as const
/** What was sent is not kept: it may be a password. */
const mutations = { networkMode: 'always', gcTime: 0 } as const
const queryClient = new QueryClient({ defaultOptions: { queries, mutations } })

restoreDrafts()
addEventListener('pagehide', storeDrafts)
// A telephone may end a page behind the call that it dialled, and says nothing of it.
document.addEventListener('visibilitychange', () => (document.hidden ? storeDrafts() : forgetStoredDrafts()))
onSignedOut(() => leaveSession(router, queryClient, 'ended'))

const root = document.getElementById('root')
if (!root) throw new Error('The document has no root.')
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
