import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The audit log. The database itself refuses to change an event, and to delete one that is younger than 365 days by the
 * database's clock.
 */
export async function auditEvents(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('audit_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('detail', 'text')
    .addColumn('client', 'text')
    .execute()
  await schema.createIndex('audit_events_by_kind').on('audit_events').columns(['kind', 'id']).execute()
  await schema.createIndex('audit_events_by_person').on('audit_events').columns(['by', 'id']).execute()
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) await sql.raw(statement).execute(database)
}

const UNCHANGEABLE = 'audit events cannot be changed'
const KEPT = 'audit events are kept for at least 365 days'

const SQLITE_TRIGGERS = [
  `create trigger audit_events_unchangeable before update on audit_events
   begin select raise(abort, '${UNCHANGEABLE}'); end`,
  // "insert or replace" deletes the earlier row without calling its triggers.
  `create trigger audit_events_irreplaceable before insert on audit_events
   when exists (select 1 from audit_events where id = new.id)
   begin select raise(abort, '${UNCHANGEABLE}'); end`,
  `create trigger audit_events_kept before delete on audit_events
   when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-365 days')
   begin select raise(abort, '${KEPT}'); end`,
]

const POSTGRES_TRIGGERS = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.at <= to_char((now() at time zone 'utc') - interval '365 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
         return old;
       end if;
       raise exception '${KEPT}';
     end if;
     raise exception '${UNCHANGEABLE}';
   end $$`,
  `create trigger audit_events_unchangeable before update or delete on audit_events
   for each row execute function refuse_audit_change()`,
  `create trigger audit_events_kept before truncate on audit_events
   for each statement execute function refuse_audit_change()`,
]
