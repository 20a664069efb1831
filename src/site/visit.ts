import { useSyncExternalStore } from 'react'
import { withStorage } from './session.ts'

/** The key in sessionStorage that records that a request of this visit has been stored. */
const STORED = 'callback-request-stored'

let isStored = false

/** Remembers that a request of this visit has been stored, and tells every part of the page. */
export function rememberStored() {
  isStored = true
  withStorage((storage) => storage.setItem(STORED, 'true'))
  document.dispatchEvent(new Event('requestStored'))
}

/** Whether a request of this visit has been stored; false until the page is hydrated. */
export function useStored(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isStored || Boolean(withStorage((storage) => storage.getItem(STORED))),
    () => false,
  )
}

function subscribe(onChange: () => void) {
  document.addEventListener('requestStored', onChange)
  return () => document.removeEventListener('requestStored', onChange)
}
