import type { JoinedRequest } from '../../../src/callback-request/calling/callback-fold.ts'
import { columnsOf } from '../../../src/server/storage/stored-callback.ts'

/** The columns of a callback that one request has opened, which names nothing. */
export function openedBy(
  request: Pick<JoinedRequest, 'reference' | 'slot' | 'received_at' | 'due_from' | 'due_until'>,
) {
  const asked = { name: 'Invented', phone: '0000000000', has_message: 0, service: null, language: null, campaign: null }
  const first = { ...asked, ...request, revision: 1, withdrawn_at: null, withdrawn_revision: null }
  return columnsOf({ requests: [first], changes: [] })
}
