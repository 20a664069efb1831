import type { CallbackMerge } from './merge-callbacks.ts'
import { isNewer } from './newer-message.ts'

export type Row = Record<string, unknown>
type Merge = (rows: Row[], inTarget: ReadonlyMap<unknown, Row>) => Promise<Row[]>

/** One of the copied tables. */
export interface CopiedTable {
  name: string
  /** The column that identifies a row. */
  key: string
  /** The columns that may have changed since an earlier copy. */
  changing: readonly string[]
  /** Those of them that are updated in the target where the row is newer here. */
  updated: readonly string[]
  /** Whether a row is newer here than the same row in the target. */
  isNewer: (row: Row, inTarget: Row) => boolean
  /** The rows as the target is to have them, where that depends on what it has. */
  merge?: Merge
}

const ACCOUNT_COLUMNS = [
  'email',
  'name',
  'role',
  'password_hash',
  'totp_secret',
  'totp_step',
  'disabled_at',
  'oidc_issuer',
  'oidc_subject',
]

const DELIVERY_COLUMNS = [
  'status',
  'queued_at',
  'due_at',
  'failed_attempts',
  'failed_at',
  'failure',
  'waited_seconds',
  'settled_at',
  'lease',
]

const REQUEST_COLUMNS = ['kept_from', 'callback', 'due_from', 'due_until', 'suspected']

/**
 * The copied tables, in an order in which rows come after those they refer to. Sessions, failed sign-ins and links are
 * not copied: staff sign in again.
 *
 * @param newerAccounts the accounts whose rows are newer here than in the target
 */
export const tablesOf = (newerAccounts: ReadonlySet<unknown>, callbacks: CallbackMerge): CopiedTable[] => [
  {
    name: 'callback_requests',
    key: 'reference',
    // The target keeps its own status, and words.
    changing: ['status', 'has_words'],
    updated: REQUEST_COLUMNS,
    isNewer: (row, inTarget) => REQUEST_COLUMNS.some((column) => row[column] !== inTarget[column]),
    merge: callbacks.mergeRequests.bind(callbacks) as unknown as Merge,
  },
  {
    name: 'outbox_messages',
    key: 'id',
    changing: DELIVERY_COLUMNS,
    updated: DELIVERY_COLUMNS,
    isNewer: isNewer as unknown as CopiedTable['isNewer'],
  },
  { name: 'closed_webhooks', key: 'url_hash', changing: ['closed_at'], updated: ['closed_at'], isNewer: () => false },
  {
    name: 'staff',
    key: 'id',
    changing: ACCOUNT_COLUMNS,
    updated: ACCOUNT_COLUMNS,
    isNewer: ({ id }) => newerAccounts.has(id),
  },
  ...(['attempts', 'notes', 'callback_events'] as const).map((name) => ({
    name,
    key: 'id',
    changing: name === 'attempts' ? ['callback', 'undone_at'] : ['callback'],
    updated: name === 'attempts' ? ['undone_at'] : [],
    isNewer: (row: Row, inTarget: Row) => Boolean(row.undone_at) && !inTarget.undone_at,
    merge: callbacks.historyOf.bind(callbacks) as unknown as Merge,
  })),
  {
    name: 'desk_state',
    key: 'id',
    changing: ['ingested_from'],
    updated: ['ingested_from'],
    isNewer: (row, inTarget) => String(row.ingested_from) < String(inTarget.ingested_from),
  },
  { name: 'audit_events', key: 'id', changing: [], updated: [], isNewer: () => false },
]
