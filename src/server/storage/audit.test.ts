import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { auditPage, COMMAND_LINE, deleteEventsBefore, recordEvent } from './audit.ts'
import { isPostgres } from './database/open-database.ts'

const DAY_MS = 24 * 60 * 60_000

/** By the real clock: the triggers look at the database's. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

describeOnEachDatabase('The audit log', (newStore) => {
  test('lets the database refuse to change or replace an event, and to delete one that is younger than a year', async () => {
    const database = await openedDatabase(await newStore())
    for (const days of [0, 364.9, 365.1, 500]) {
      await recordEvent(database, daysAgo(days), COMMAND_LINE, 'person-read', `${days}`)
    }
    const events = async () => (await auditPage(database, {}, { limit: 100 })).rows
    const before = await events()
    expect(before.map(({ subject }) => subject)).toEqual(['0', '364.9', '365.1', '500'])
    for (const change of [
      { subject: 'other' },
      { at: daysAgo(500).toISOString() },
      { by: 'somebody' },
      { detail: null },
    ]) {
      await expect(database.updateTable('audit_events').set(change).execute()).rejects.toThrow(/cannot be changed/)
    }
    const replaced = isPostgres(database)
      ? sql`truncate audit_events`
      : sql`replace into audit_events select id, at, "by", kind, 'other', detail, client from audit_events`
    await expect(replaced.execute(database)).rejects.toThrow(/cannot be changed/)
    await expect(database.deleteFrom('audit_events').execute()).rejects.toThrow(/kept for at least 365 days/)
    await expect(deleteEventsBefore(database, daysAgo(300))).rejects.toThrow(/kept for at least 365 days/)
    expect(await events()).toEqual(before)
    await deleteEventsBefore(database, daysAgo(365.05))
    expect(await events()).toEqual(before.slice(0, 2))
  })
})
