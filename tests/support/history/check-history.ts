/**
 * What a caller knows after one call. `acknowledged`: it was answered 201. `refused`: it was answered that nothing was
 * stored. `unknown`: no answer, or one that leaves it open, such as 503.
 */
export type Outcome = { kind: 'acknowledged'; reference: string } | { kind: 'refused' } | { kind: 'unknown' }

/** One call of the history. Calls with one key ask for the same request. */
export interface RecordedCall {
  key: string
  /** Instants in ms, by the clock that also dates the stored rows. */
  start: number
  end: number
  outcome: Outcome
}

/** A row of the store, when all calls are over. */
export interface StoredRow {
  key: string
  reference: string
  /** An instant in ms. */
  receivedAt: number
}

/**
 * Compares a history of calls with what is stored afterwards. Exactly this is right: a request that was acknowledged is
 * stored once, under each reference that was answered; one of which all calls were refused is not stored; one of which a
 * call is unknown is stored at most once. Each row has its own reference, belongs to a request that was called for, and
 * was received during a call that can have stored it, and not after the request was acknowledged. A call without an
 * answer may store after its end.
 *
 * @returns one line for each violation, in the order of the keys' first calls
 */
export function violationsOf(calls: readonly RecordedCall[], rows: readonly StoredRow[]): string[] {
  const rowsOf = Map.groupBy(rows, ({ key }) => key)
  const callsOf = Map.groupBy(calls, ({ key }) => key)
  const violations = [...callsOf].flatMap(([key, own]) =>
    violationsOfOne(own, rowsOf.get(key) ?? []).map((violation) => `${key}: ${violation}`),
  )
  for (const { key } of rows) if (!callsOf.has(key)) violations.push(`${key}: stored, but nobody called`)
  for (const [reference, same] of Map.groupBy(rows, ({ reference }) => reference)) {
    if (same.length > 1)
      violations.push(`${same.map(({ key }) => key).join(', ')}: all have the reference ${reference}`)
  }
  return violations
}

function violationsOfOne(calls: readonly RecordedCall[], rows: readonly StoredRow[]): string[] {
  const found: string[] = []
  const answered = new Set(calls.flatMap(({ outcome }) => (outcome.kind === 'acknowledged' ? [outcome.reference] : [])))
  const stored = new Set(rows.map(({ reference }) => reference))
  if (rows.length > 1) found.push(`stored ${rows.length} times`)
  if (answered.size > 1) found.push(`acknowledged under several references: ${[...answered].join(', ')}`)
  for (const reference of answered) {
    if (!stored.has(reference)) found.push(`acknowledged as ${reference}, but not stored so`)
  }
  const storing = calls.filter(({ outcome }) => outcome.kind !== 'refused')
  if (storing.length === 0) return rows.length > 0 ? [...found, 'refused, but stored'] : found
  const acknowledgedAt = Math.min(
    ...storing.flatMap(({ end, outcome }) => (outcome.kind === 'acknowledged' ? end : [])),
  )
  for (const { reference, receivedAt } of rows) {
    if (receivedAt > acknowledgedAt || !storing.some((call) => canStore(call, receivedAt))) {
      found.push(`${reference} was stored outside of its calls`)
    }
  }
  return found
}

function canStore({ start, end, outcome }: RecordedCall, at: number): boolean {
  return at >= start && (outcome.kind === 'unknown' || at <= end)
}
