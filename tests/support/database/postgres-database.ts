import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { STORE_NOW } from '../../../src/server/storage/migrations/0001-initial.ts'
import { forgetClock } from './store-clock.ts'

/** Makes an empty PostgreSQL database for a test and gives its address. */
export async function newPostgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgresService'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Opens a database as several instances of the server do, which start at once. */
export async function openInstances(url: string, count: number): Promise<Database[]> {
  const instances = await Promise.all(Array.from({ length: count }, () => openDatabase(url)))
  onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.destroy()))))
  return instances
}

/**
 * A PostgreSQL database that the tests of a file share, since making one takes longer than most tests. It has no rows at
 * the beginning of each; its tables must stay as they are.
 */
export function sharedPostgresDatabase(): () => Promise<string> {
  let url: string | undefined
  return async () => {
    if (url === undefined) url = await newPostgresDatabase()
    else await deleteAllRows(url)
    forgetClock(url)
    return url
  }
}

async function deleteAllRows(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  const tables = ['outbox_messages', 'callback_requests', 'request_words', 'erasures', 'limits']
  const ofCallbacks = ['notes', 'attempts', 'callbacks']
  const ofStaff = ['staff', 'staff_sessions', 'staff_invitations', 'audit_events']
  await client.query('set session_replication_role = replica') // the audit log's triggers refuse otherwise
  await client.query([...tables, ...ofCallbacks, ...ofStaff].map((table) => `delete from ${table}`).join(';'))
  await client.query('update store set desk_started_at = null')
  await client.query(STORE_NOW.replace('create', 'create or replace')) // a test's clock may have taken its place
  await client.end()
}
