import SqliteFile from 'better-sqlite3'

/** A request is dated before it is stored; it is stored within seconds. */
const MARGIN_MS = 60_000

/** What nobody changes after a request was received. */
const CONSTANT = ['form', 'name', 'phone', 'email', 'service', 'message', 'time_slot'] as const

/** What a store has, by table. */
export type StoreCounts = Readonly<Record<(typeof COUNTED)[number], number>>

/** The tables that a drill counts. */
export const COUNTED = ['callback_requests', 'callbacks', 'attempts', 'notes', 'outbox_messages', 'staff'] as const

/** How a restored store differs from the one that it is a backup of. */
export interface Comparison {
  /** The requests of the store that the backup must have: those from more than a minute before it. */
  expected: number
  /** Of these, those that are not in the restored store, or are there with another text. */
  missing: number
  different: number
  /** Requests that are only in the restored store: they were erased since. */
  comeBack: number
}

/** How many rows a store has. Nobody may be writing to it. */
export function countsIn(storeFile: string): StoreCounts {
  const file = new SqliteFile(storeFile, { readonly: true })
  try {
    const counts = COUNTED.map((table) => [table, file.prepare(`select count(*) from ${table}`).pluck().get()])
    return Object.fromEntries(counts)
  } finally {
    file.close()
  }
}

/**
 * Compares a restored store with the one that it is a backup of, which a server may be using.
 *
 * @throws an error of one line when it is a backup of another store
 */
export function compareRestored(restoredFile: string, storeFile: string, madeAt: Date): Comparison {
  const file = new SqliteFile(restoredFile, { readonly: true })
  try {
    file.prepare('attach ? as store').run(storeFile)
    const keys = file.prepare(
      'select count(distinct key) from (select key from main.erasure_key union select key from store.erasure_key)',
    )
    if (keys.pluck().get() !== 1) throw new Error("The backup is another store's.")
    const isSame = CONSTANT.map((column) => `r.${column} is s.${column}`).join(' and ')
    const compared = file
      .prepare<[string], Omit<Comparison, 'comeBack'>>(`
        select count(*) as expected,
               count(*) filter (where r.reference is null) as missing,
               count(*) filter (where r.reference is not null and not (${isSame})) as different
        from store.callback_requests s
        left join main.callback_requests r on r.reference = s.reference and r.received_at = s.received_at
        where s.received_at < ?`)
      .get(new Date(madeAt.getTime() - MARGIN_MS).toISOString())
    const comeBack = file
      .prepare<[], number>(`
        select count(*) from main.callback_requests r
        where not exists (select 1 from store.callback_requests s
          where s.reference = r.reference and s.received_at = r.received_at)`)
      .pluck()
      .get()
    return { expected: 0, missing: 0, different: 0, ...compared, comeBack: comeBack ?? 0 }
  } finally {
    file.close()
  }
}
