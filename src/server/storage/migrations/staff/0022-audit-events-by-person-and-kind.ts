import type { Kysely } from 'kysely'

/** Finds the events of one kind and person without reading all of either. */
export async function auditEventsByPersonAndKind(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('audit_events_by_person_and_kind')
    .on('audit_events')
    .columns(['by', 'kind', 'id'])
    .execute()
}
