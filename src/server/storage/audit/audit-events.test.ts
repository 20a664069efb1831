import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import type { AuditKind } from '../../../callback-request/audit-kinds.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { type Actor, AuditEvents, COMMAND_LINE, recordEvent } from './audit-events.ts'

const DAY_MS = 24 * 60 * 60_000

/** By the real clock: the triggers look at the database's. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

describeOnEachDatabase('The audit log', (newStore) => {
  async function store() {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const audit = new AuditEvents(database)
    const record = (at: Date, subject: string, kind: AuditKind = 'person-read', actor: Actor = COMMAND_LINE) =>
      database.transaction().execute((transaction) => recordEvent(transaction, at, actor, kind, { subject }))
    const subjects = async (filter = {}) => (await audit.page(filter, 100)).rows.map(({ subject }) => subject)
    return { database, audit, record, subjects }
  }

  test('finds the events of a kind and a person by one index, however many there are of either', async () => {
    const { database } = await store()
    if (isPostgres(database)) return
    const query = database.selectFrom('audit_events').selectAll().where('kind', '=', 'outcome').where('by', '=', 'ravi')
    const { sql: text, ...compiled } = query.orderBy('id', 'desc').limit(51).compile()
    const plan = await database.executeQuery<{ detail: string }>({ ...compiled, sql: `explain query plan ${text}` })
    expect(plan.rows.map(({ detail }) => detail)).toEqual([
      'SEARCH audit_events USING INDEX audit_events_by_person_and_kind (by=? AND kind=?)',
    ])
  })

  describe('The database itself', () => {
    test('refuses to change an event, and to replace it', async () => {
      const { database, audit, record } = await store()
      for (const days of [0, 400]) await record(daysAgo(days), `${days}`)
      const before = await audit.page({}, 10)
      const changes = [{ subject: 'other' }, { at: daysAgo(500).toISOString() }, { by: 'somebody' }, { detail: null }]
      for (const change of changes) {
        await expect(database.updateTable('audit_events').set(change).execute()).rejects.toThrow(/cannot be changed/)
      }
      const [row] = await database.selectFrom('audit_events').selectAll().execute()
      const again = database
        .insertInto('audit_events')
        .values({ ...row, kind: 'note', id: row?.id ?? '', at: row?.at ?? '' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ subject: 'other' }))
      await expect(again.execute()).rejects.toThrow(/cannot be changed/)
      expect(await audit.page({}, 10)).toEqual(before)
    })

    test('refuses to delete an event that is younger than a year, and deletes an older one', async () => {
      const { database, audit, record, subjects } = await store()
      for (const days of [0, 364.9, 365.1, 500]) await record(daysAgo(days), `${days}`)
      await expect(database.deleteFrom('audit_events').execute()).rejects.toThrow(/kept for at least 365 days/)
      await expect(audit.deleteBefore(daysAgo(300))).rejects.toThrow(/kept for at least 365 days/)
      expect(await subjects()).toEqual(['0', '364.9', '365.1', '500'])
      expect(await audit.deleteBefore(daysAgo(365.05))).toBe(2)
      expect(await subjects()).toEqual(['0', '364.9'])
      if (isPostgres(database)) {
        await expect(sql`truncate audit_events`.execute(database)).rejects.toThrow(/cannot be changed/)
      } else {
        const replace = sql`replace into audit_events select id, at, "by", kind, 'other', detail, client from audit_events`
        await expect(replace.execute(database)).rejects.toThrow(/cannot be changed/)
      }
      expect(await subjects()).toEqual(['0', '364.9'])
    })
  })

  test('gives the newest events first, in pages, and those of one moment in the order in which they came', async () => {
    const { database, audit } = await store()
    const at = daysAgo(1)
    await database.transaction().execute(async (transaction) => {
      for (let index = 0; index < 7; index++) {
        await recordEvent(transaction, at, COMMAND_LINE, 'person-read', { subject: `${index}` })
      }
    })
    const pages: unknown[][] = []
    for (let after: string | undefined; pages.length < 5; ) {
      const { rows, next } = await audit.page({ after }, 3)
      pages.push(rows.map(({ subject }) => Number(subject)))
      if (next === null) break
      after = next
    }
    expect(pages).toEqual([[6, 5, 4], [3, 2, 1], [0]])
  })

  test('chooses by kind, person and time', async () => {
    const { record, subjects } = await store()
    const asha = { by: 'asha', client: '127.0.0.1' }
    await record(daysAgo(3), 'a', 'invited')
    await record(daysAgo(2), 'b', 'person-read', asha)
    await record(daysAgo(1), 'c', 'person-read')
    expect(await subjects({ kind: 'person-read' })).toEqual(['c', 'b'])
    expect(await subjects({ staff: 'asha' })).toEqual(['b'])
    expect(await subjects({ from: daysAgo(2.5).toISOString(), until: daysAgo(1.5).toISOString() })).toEqual(['b'])
  })
})
