import type { Change, FoldedCallback } from './callback-fold.ts'

/** Why something cannot be done with a callback. */
export type CallRefusal =
  | 'unknown'
  | 'closed'
  | 'open'
  | 'claimed'
  | 'not-claimed'
  | 'not-due'
  | 'key-reused'
  | 'not-yours'
  | 'too-late'
  | 'not-last'
  | 'superseded'

/** The account that is calling, and until when. */
interface Claim {
  claimed_by: string | null
  claimed_until: string | null
}

/** A callback, its claim, and the account that held it last. */
export interface HeldCallback extends Omit<FoldedCallback, 'promises'>, Claim {
  last_held_by: string | null
  /** When the call began that the last holder is making, or has made: an instant. */
  call_began_at: string | null
}

/** Who wants to do something with a callback, and when. */
interface Intent {
  by: string
  at: Date
}

/** How long an outcome can be undone by its author. Source: desk, section 5. */
export const UNDO_MS = 10 * 60_000

/** How long a callback is held for whoever claims it. Source: desk, section 5. */
export const CLAIM_MS = 15 * 60_000

/** A claim ends at most so far ahead, where the clocks of two instances differ by up to one claim's length. A later end is of a wrong clock. */
export const LATEST_CLAIM_MS = 2 * CLAIM_MS

/** Whoever holds a callback now. */
export function holderOf({ claimed_by, claimed_until }: Claim, now: Date): string | null {
  const left = claimed_until === null ? 0 : Date.parse(claimed_until) - now.getTime()
  return left > 0 && left <= LATEST_CLAIM_MS ? claimed_by : null
}

/** Whether somebody else holds a callback: perhaps on the telephone with this person. */
export function isAnothers(callback: HeldCallback, { by, at }: Intent): boolean {
  const holder = holderOf(callback, at)
  return holder !== null && holder !== by
}

/** Why an open callback cannot be changed. Undefined when it can, as for the next ones. */
export function whyNotChange(callback: HeldCallback, intent: Intent): CallRefusal | undefined {
  if (callback.settled_at !== null) return 'closed'
  return isAnothers(callback, intent) ? 'claimed' : undefined
}

/** Why a callback cannot be claimed. @param isEarly whether the caller knows that the window has not begun */
export function whyNotClaim(callback: HeldCallback, intent: Intent, isEarly: boolean): CallRefusal | undefined {
  const hasBegun = callback.due_from <= intent.at.toISOString()
  return whyNotChange(callback, intent) ?? (hasBegun || isEarly ? undefined : 'not-due')
}

/** Why what came of a call cannot be saved: only whoever holds the callback, or held it last, may. */
export function whyNotReport(callback: HeldCallback, intent: Intent): CallRefusal | undefined {
  const isHeld = holderOf(callback, intent.at) !== null || callback.last_held_by === intent.by
  return whyNotChange(callback, intent) ?? (isHeld ? undefined : 'not-claimed')
}

/**
 * Why an outcome cannot be taken back: only its author may, within ten minutes, while it is the callback's latest change.
 *
 * @param changes of the callback, the latest first
 */
export function whyNotUndo<Made extends Pick<Change, 'at' | 'undone_at'> & { by: string | null }>(
  outcome: Made,
  changes: readonly Made[],
  { by, at }: Intent,
): CallRefusal | undefined {
  if (outcome.by !== by) return 'not-yours'
  if (Date.parse(outcome.at) <= at.getTime() - UNDO_MS) return 'too-late'
  const latest = changes.find(({ undone_at }) => undone_at === null)
  return outcome === latest ? undefined : 'not-last'
}
