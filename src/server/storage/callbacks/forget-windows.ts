import type { Transaction } from 'kysely'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Schema } from '../database/schema.ts'
import { updateCallback } from './callback-rows.ts'

/** A window with its slot, as rows and the state before a call have it. */
interface StoredWindow {
  slot: TimeSlot
  due_from: string
  due_until: string
}

/**
 * Removes from a callback that keeps requests what came from erased ones. The oldest request that remains has opened it.
 * Its window, those that its calls tried, and those that come back when a call is undone, stay if a request that remains
 * has them. Otherwise it is the window that the latest call before chose; without such a call, the one that ends first of
 * the requests that remain.
 */
export async function forgetWindows(transaction: Transaction<Schema>, id: string): Promise<void> {
  const requests = transaction
    .selectFrom('callback_requests')
    .select(['time_slot as slot', 'received_at', 'due_from', 'due_until'])
    .where('callback', '=', id)
    .$narrowType<{ due_from: string; due_until: string }>()
  const callback = await transaction
    .selectFrom('callbacks')
    .select(['slot', 'due_from', 'due_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  const oldest = await requests.orderBy('received_at').orderBy('reference').limit(1).executeTakeFirst()
  const earliest = await requests.orderBy('due_until').orderBy('received_at').limit(1).executeTakeFirst()
  if (!callback || !oldest || !earliest) return
  const chosen = await chosenWindows(transaction, id)

  /** @param before the instant of the call before which it was the window */
  const keptOrOther = async (window: StoredWindow, before?: string): Promise<StoredWindow> => {
    const same = requests.where('due_from', '=', window.due_from).where('due_until', '=', window.due_until)
    if (await same.limit(1).executeTakeFirst()) return window
    const latest = chosen.findLast(({ at }) => before === undefined || at < before)
    return latest?.window ?? earliest
  }

  const { slot, due_from, due_until } = await keptOrOther(callback)
  const opening = { opened_at: oldest.received_at, first_from: oldest.due_from, first_until: oldest.due_until }
  await updateCallback(transaction, id, { slot, due_from, due_until, ...opening })
  const attempts = await transaction
    .selectFrom('attempts')
    .select(['id', 'at', 'before'])
    .where('callback', '=', id)
    .execute()
  for (const attempt of attempts) {
    const before: StoredWindow = JSON.parse(attempt.before)
    const { slot, due_from, due_until } = await keptOrOther(before, attempt.at)
    await transaction
      .updateTable('attempts')
      .set({
        before: JSON.stringify({ ...before, slot, due_from, due_until }),
        window_from: due_from,
        window_until: due_until,
      })
      .where('id', '=', attempt.id)
      .execute()
  }
}

/** The windows that calls chose and that nobody has undone, the earliest call first. */
async function chosenWindows(
  transaction: Transaction<Schema>,
  id: string,
): Promise<{ at: string; window: StoredWindow }[]> {
  const rows = await transaction
    .selectFrom('callback_events')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.callback', '=', 'callback_events.callback')
        .onRef('attempts.at', '=', 'callback_events.at')
        .on('attempts.undone_at', 'is', null),
    )
    .select(['callback_events.at', 'callback_events.detail'])
    .where('callback_events.callback', '=', id)
    .where('callback_events.kind', '=', 'requeued')
    .orderBy('callback_events.id')
    .execute()
  return rows.map(({ at, detail }) => {
    const { slot, from, until }: { slot: TimeSlot; from: string; until: string } = JSON.parse(detail ?? '{}')
    return { at, window: { slot, due_from: from, due_until: until } }
  })
}
