import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Transaction } from 'kysely'
import { updateStaleColumns } from '../callbacks/derived-columns.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbackRequestsTable, CallbacksTable, Schema } from '../database/schema.ts'
import type { ErasedRequests } from '../erasure/erased-requests.ts'
import { CallbackProgress } from './newer-callback.ts'

type Callback = Selectable<CallbacksTable>
type Request = Selectable<CallbackRequestsTable>

const HISTORY = ['attempts', 'notes', 'callback_events'] as const
const PAGE_ROWS = 500

/** Brings callbacks of a store into a target that may have called meanwhile: decision 29. */
export class CallbackMerge {
  readonly #source: Database
  readonly #target: Transaction<Schema>
  readonly #erased: readonly ErasedRequests[]
  /** The callbacks whose row in the target comes from the source now. */
  readonly #taken = new Set<string>()
  /** The target's id of a callback that has another one there, by its id here. */
  readonly #names = new Map<string, string>()
  /** Where the requests of a callback of the target went, by its id. */
  readonly #successors = new Map<string, string>()

  /** @param erased the stores whose erased requests are not copied */
  constructor(source: Database, target: Transaction<Schema>, erased: readonly ErasedRequests[]) {
    this.#source = source
    this.#target = target
    this.#erased = erased
  }

  /** Copies the callbacks: the settled ones first, since a number has one open callback at most. */
  async copyCallbacks() {
    const copy = { table: 'callbacks', copied: 0, already: 0, updated: 0, excluded: 0 }
    for (const operator of ['is not', 'is'] as const) {
      let after = ''
      for (;;) {
        const page = await this.#source
          .selectFrom('callbacks')
          .selectAll()
          .where('settled_at', operator, null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(PAGE_ROWS)
          .execute()
        const last = page.at(-1)
        if (!last) break
        after = last.id
        const named = await this.#named(page)
        copy.excluded += page.length - named.length
        if (named.length > 0) await this.#copyPage(named, copy)
      }
    }
    return copy
  }

  /** A callback's id in the target. */
  #nameOf(id: string): string {
    return this.#names.get(id) ?? id
  }

  /**
   * What the target gets for requests: each stays with its callback there, unless that callback comes from here, or has
   * not settled what a callback here has. A request whose callback was called there since is left to the desk there.
   */
  async mergeRequests(rows: readonly Request[], inTarget: ReadonlyMap<string, Request>): Promise<Request[]> {
    const moving = rows.filter(({ reference, callback }) => {
      const there = inTarget.get(reference)?.callback
      return callback && there && there !== this.#nameOf(callback)
    })
    const ids = moving.flatMap(({ reference, callback }) => [
      this.#nameOf(callback ?? ''),
      inTarget.get(reference)?.callback ?? '',
    ])
    const states =
      ids.length === 0
        ? []
        : await this.#target.selectFrom('callbacks').select(['id', 'settled_at']).where('id', 'in', ids).execute()
    const isSettled = (id: string) => states.some((state) => state.id === id && state.settled_at !== null)
    return rows.map((row) => {
      const there = inTarget.get(row.reference)
      const callback = row.callback && this.#nameOf(row.callback)
      const isTaken = callback !== null && this.#taken.has(callback)
      const from = there?.callback ?? null
      const isMoved =
        from !== null &&
        callback !== null &&
        from !== callback &&
        (this.#taken.has(from) || (isSettled(callback) && !isSettled(from)))
      if (isMoved) this.#successors.set(from, callback)
      const isHere = isMoved || (from === null && isTaken)
      const { due_from = null, due_until = null } = (isHere ? row : there) ?? {}
      const kept_from = [row.kept_from, there?.kept_from ?? null].reduce((a, b) => ((a ?? '') < (b ?? '') ? b : a))
      const least = Math.min(row.suspected, there?.suspected ?? 1)
      const suspected = isTaken || !there ? row.suspected : from === null ? least : there.suspected
      // Words are not copied: the desk there writes them.
      const has_words = there?.has_words ?? 0
      return { ...row, callback: isHere ? callback : from, due_from, due_until, kept_from, suspected, has_words }
    })
  }

  /** Ends the callbacks of the target whose requests have all gone to others, which get their history. */
  async joinEmptied(): Promise<void> {
    for (const [from, to] of this.#successors) {
      const left = this.#target
        .selectFrom('callback_requests')
        .select('reference')
        .where('callback', '=', from)
        .limit(1)
      if (await left.executeTakeFirst()) {
        this.#successors.delete(from)
        continue
      }
      for (const table of HISTORY) {
        await this.#target.updateTable(table).set({ callback: to }).where('callback', '=', from).execute()
      }
    }
    await this.#target
      .deleteFrom('callbacks')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('callback_requests')
              .select('reference')
              .whereRef('callback_requests.callback', '=', 'callbacks.id'),
          ),
        ),
      )
      .execute()
    await updateStaleColumns(this.#target)
  }

  /** Calls, notes and events under the target's ids, without those of callbacks that it does not have. */
  async historyOf<Row extends { callback: string }>(rows: readonly Row[]): Promise<Row[]> {
    const renamed = rows.map((row) => {
      const name = this.#nameOf(row.callback)
      return { ...row, callback: this.#successors.get(name) ?? name }
    })
    const ids = [...new Set(renamed.map(({ callback }) => callback))]
    const known = await this.#target.selectFrom('callbacks').select('id').where('id', 'in', ids).execute()
    const knownIds = new Set(known.map(({ id }) => id))
    return renamed.filter(({ callback }) => knownIds.has(callback))
  }

  /** Without those whose requests are erased; one that was named after an erased request is named after the oldest left. */
  async #named(page: readonly Callback[]): Promise<Callback[]> {
    const ids = page.map(({ id }) => id)
    const requests = await this.#source
      .selectFrom('callback_requests')
      .select(['reference', 'received_at', 'callback'])
      .where('callback', 'in', ids)
      .orderBy('received_at')
      .orderBy('reference')
      .execute()
    const gone = new Set<string>()
    for (let start = 0; start < requests.length; start += PAGE_ROWS) {
      const some = requests.slice(start, start + PAGE_ROWS)
      for (const store of this.#erased) for (const { reference } of await store.among(some)) gone.add(reference)
    }
    const left = Map.groupBy(
      requests.filter(({ reference }) => !gone.has(reference)),
      ({ callback }) => callback,
    )
    return page.flatMap((row) => {
      const [oldest] = left.get(row.id) ?? []
      if (!oldest) return []
      if (gone.has(row.id)) this.#names.set(row.id, oldest.reference)
      return [row]
    })
  }

  async #copyPage(page: readonly Callback[], copy: { copied: number; already: number; updated: number }) {
    const names = page.map(({ id }) => this.#nameOf(id))
    const numbers = page.map(({ phone_key }) => phone_key)
    const inTarget = await this.#target
      .selectFrom('callbacks')
      .selectAll()
      .where((eb) =>
        eb.or([eb('id', 'in', names), eb.and([eb('phone_key', 'in', numbers), eb('settled_at', 'is', null)])]),
      )
      .execute()
    const byId = new Map(inTarget.map((row) => [row.id, row]))
    const openByNumber = new Map(inTarget.filter((row) => row.settled_at === null).map((row) => [row.phone_key, row]))
    const here = await CallbackProgress.of(
      this.#source,
      page.map(({ id }) => id),
    )
    const there = await CallbackProgress.of(this.#target, [...byId.keys()])
    const written: Callback[] = []
    for (const row of page) {
      const name = this.#nameOf(row.id)
      const open = row.settled_at === null ? openByNumber.get(row.phone_key) : undefined
      const before = open ?? byId.get(name)
      if (before) copy.already++
      else copy.copied++
      if (before && before.id !== row.id) this.#names.set(row.id, before.id)
      if (before && !here.isNewer(row.id, row, before, there)) continue
      const id = before?.id ?? name
      this.#taken.add(id)
      const { opened_at, first_from, first_until } = before && before.opened_at < row.opened_at ? before : row
      written.push({ ...row, id, opened_at, first_from, first_until })
      if (before) copy.updated++
    }
    if (written.length === 0) return
    const [first] = written
    const columns = Object.keys(first ?? {}).filter((column) => column !== 'id')
    await this.#target
      .insertInto('callbacks')
      .values(written)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
      )
      .execute()
    const ids = written.map(({ id }) => id)
    const readBack = await this.#target.selectFrom('callbacks').selectAll().where('id', 'in', ids).execute()
    const rows = new Map(readBack.map((row) => [row.id, row]))
    for (const row of written) {
      if (!isDeepStrictEqual(row, rows.get(row.id))) {
        throw new Error(`callbacks has another row under id ${row.id}; nothing was copied`)
      }
    }
  }
}
