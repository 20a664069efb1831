import { createContext, type ReactNode, useContext } from 'react'
import { useCall } from './use-call.ts'

type Call = ReturnType<typeof useCall>

const CallContext = createContext<Call | undefined>(undefined)

/** Keeps the current call, with what was typed, while the person goes from page to page. */
export function CallProvider({ children }: { children: ReactNode }) {
  return <CallContext value={useCall()}>{children}</CallContext>
}

/** The current call. @throws outside a `CallProvider` */
export function useCurrentCall(): Call {
  const call = useContext(CallContext)
  if (!call) throw new Error('There is no call here.')
  return call
}
