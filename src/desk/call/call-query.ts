import { queryOptions } from '@tanstack/react-query'
import type { CallbackRow, CallContext } from '../../callback-request/calling/callback-row.ts'
import { get } from '../api.ts'

export const CALLBACK_KEY = ['callback']
export const OWN_CALLS_KEY = ['own-calls']
export const PERSON_KEY = ['person']
export const WORKLIST_KEY = ['worklist']

/** What shows who holds a callback, and what was called. */
export const CHANGED_BY_CALLS = [WORKLIST_KEY, PERSON_KEY, CALLBACK_KEY, OWN_CALLS_KEY]

/** A callback, and what a caller should have read. The audit log says who has read it. */
export interface ReadCallback {
  callback: CallbackRow
  context: CallContext
}

export const pathOf = (id: string) => `/api/callbacks/${encodeURIComponent(id)}`

export function callbackQuery(id: string) {
  return queryOptions({
    queryKey: [...CALLBACK_KEY, id],
    queryFn: ({ signal }) => get<ReadCallback>(pathOf(id), signal),
    // Events say what has changed; what a claim answers is newer than what could be read.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
