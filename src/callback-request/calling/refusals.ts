import type { Change, FoldedCallback, JoinedRequest } from './callback-fold.ts'

/** Why something cannot be done with a callback. */
export type CallRefusal =
  | 'unknown'
  | 'closed'
  | 'open'
  | 'claimed'
  | 'holding'
  | 'not-claimed'
  | 'not-due'
  | 'key-reused'
  | 'not-yours'
  | 'too-late'
  | 'not-last'
  | 'superseded'
  | 'full'
  | 'withdrawn'

/** A callback, and the account that held it last. */
export interface HeldCallback extends Omit<FoldedCallback, 'promises'> {
  last_held_by: string | null
  /** When the call began that the last holder is making, or has made: an instant. */
  call_began_at: string | null
}

/** Somebody is calling, perhaps on the telephone: a claim that has not ended. */
export interface Hold {
  callback: string
  number: string
  by: string
}

/** A callback as somebody finds who wants to change it. */
type FoundCallback = HeldCallback & { id: string; number: string }

/** Who wants to do something with a callback and when, and the holds of this person and at the callback's number. */
interface Intent {
  by: string
  at: Date
  holds: readonly Hold[]
}

/** How somebody claims a callback. */
export interface ClaimOptions {
  /** Although its window has not begun. */
  early?: boolean
  /** Instead of another callback, which is released. */
  instead?: boolean
  /** Only to prolong a hold: this begins no call. */
  prolong?: boolean
}

/** Why something is refused, and because of which other callback. */
export interface Why {
  refusal: CallRefusal
  about?: string | undefined
}

/** How long an outcome can be undone by its author. Source: desk, section 5. */
export const UNDO_MS = 10 * 60_000

/** How long a callback is held for whoever claims it. Source: desk, section 5. */
export const CLAIM_MS = 15 * 60_000

/** Whoever holds a callback. */
export function holderOf({ id }: { id: string }, holds: readonly Hold[]): string | undefined {
  return holds.find(({ callback }) => callback === id)?.by
}

/** Whether somebody else holds a callback. */
export function isAnothers(callback: { id: string }, { by, holds }: Pick<Intent, 'by' | 'holds'>): boolean {
  const holder = holderOf(callback, holds)
  return holder !== undefined && holder !== by
}

/** Why nobody else may call at a number: a colleague does. Undefined when somebody may, as for the next ones. */
export function whyNotCall({ number }: { number: string }, { by, holds }: Pick<Intent, 'by' | 'holds'>) {
  const colleagues = holds.find((hold) => hold.number === number && hold.by !== by)
  return colleagues && ({ refusal: 'claimed', about: colleagues.callback } as const)
}

/** Why an open callback cannot be changed. */
export function whyNotChange(callback: FoundCallback, intent: Intent): CallRefusal | undefined {
  if (callback.settled_at !== null) return 'closed'
  return isAnothers(callback, intent) ? 'claimed' : undefined
}

/** Why a callback cannot be claimed. */
export function whyNotClaim(callback: FoundCallback, intent: Intent, options: ClaimOptions): Why | undefined {
  const { by, at, holds } = intent
  const colleagues = whyNotCall(callback, intent)
  if (colleagues) return colleagues
  // Also when the visitor has withdrawn it during the call.
  if (options.prolong && holderOf(callback, holds) === by) return undefined
  if (callback.settled_at !== null) return { refusal: 'closed' }
  if (options.prolong) return { refusal: 'not-claimed' }
  if (callback.due_from > at.toISOString() && !options.early) return { refusal: 'not-due' }
  const other = holds.find((hold) => hold.by === by && hold.callback !== callback.id)
  return other && !options.instead ? { refusal: 'holding', about: other.callback } : undefined
}

/**
 * Why what came of a call cannot be saved: only whoever holds the callback, or held it last, may; also when the visitor has
 * withdrawn it during the call.
 */
export function whyNotReport(callback: FoundCallback, intent: Intent): CallRefusal | undefined {
  const mayReport = holderOf(callback, intent.holds) === intent.by || callback.last_held_by === intent.by
  if (callback.status === 'withdrawn' && mayReport) return isAnothers(callback, intent) ? 'claimed' : undefined
  return whyNotChange(callback, intent) ?? (mayReport ? undefined : 'not-claimed')
}

/** Whether an outcome is undone, and nothing has changed the callback since; what visitors withdraw does not count. */
export function isStillUndone(
  { undone_at, revision }: Change,
  callback: { revision: number },
  requests: readonly Pick<JoinedRequest, 'withdrawn_revision'>[],
): boolean {
  const withdrawn = requests.filter(({ withdrawn_revision }) => (withdrawn_revision ?? 0) > revision).length
  return undone_at !== null && callback.revision === revision + 1 + withdrawn
}

/**
 * Why an outcome cannot be taken back: only its author may, within ten minutes, while it is the callback's latest change.
 *
 * @param changes of the callback, the latest first
 */
export function whyNotUndo<Made extends Pick<Change, 'at' | 'undone_at'> & { by: string | null }>(
  outcome: Made,
  changes: readonly Made[],
  { by, at }: Pick<Intent, 'by' | 'at'>,
): CallRefusal | undefined {
  if (outcome.by !== by) return 'not-yours'
  if (Date.parse(outcome.at) <= at.getTime() - UNDO_MS) return 'too-late'
  const latest = changes.find(({ undone_at }) => undone_at === null)
  return outcome === latest ? undefined : 'not-last'
}
