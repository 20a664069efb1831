import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { auditPage, COMMAND_LINE, deleteEventsBefore, recordEvent } from './audit-events.ts'

const DAY_MS = 24 * 60 * 60_000

/** By the real clock: the triggers look at the database's. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

describeOnEachDatabase('The audit log', (newStore) => {
  async function store() {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const record = (at: Date, subject: string) => recordEvent(database, at, COMMAND_LINE, 'person-read', subject)
    const subjects = async () => (await auditPage(database, {}, { limit: 100 })).rows.map(({ subject }) => subject)
    return { database, record, subjects }
  }

  test('lets the database refuse to change an event', async () => {
    const { database, record } = await store()
    for (const days of [0, 400]) await record(daysAgo(days), `${days}`)
    const before = await auditPage(database, {}, { limit: 10 })
    const changes = [{ subject: 'other' }, { at: daysAgo(500).toISOString() }, { by: 'somebody' }, { detail: null }]
    for (const change of changes) {
      await expect(database.updateTable('audit_events').set(change).execute()).rejects.toThrow(/cannot be changed/)
    }
    expect(await auditPage(database, {}, { limit: 10 })).toEqual(before)
  })

  test('lets the database refuse to delete an event that is younger than a year, and deletes an older one; nor are events replaced', async () => {
    const { database, record, subjects } = await store()
    for (const days of [0, 364.9, 365.1, 500]) await record(daysAgo(days), `${days}`)
    await expect(database.deleteFrom('audit_events').execute()).rejects.toThrow(/kept for at least 365 days/)
    await expect(deleteEventsBefore(database, daysAgo(300))).rejects.toThrow(/kept for at least 365 days/)
    expect(await subjects()).toEqual(['0', '364.9', '365.1', '500'])
    await deleteEventsBefore(database, daysAgo(365.05))
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
