import type { JoinedRequest } from '../../../src/callback-request/calling/callback-fold.ts'
import { columnsOf } from '../../../src/server/storage/stored-callback.ts'

/** The columns of a callback that one request has opened. */
export function openedBy(request: Omit<JoinedRequest, 'revision' | 'withdrawn_at' | 'withdrawn_revision'>) {
  const first = { ...request, name: 'Invented', revision: 1, withdrawn_at: null, withdrawn_revision: null }
  return columnsOf({ requests: [first], changes: [] })
}
