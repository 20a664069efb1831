import { randomBytes } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** All tables, as `schema.ts` describes them. Each later change of them is a migration of its own. */
export async function first(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  const statements = [...TABLES, ...(isPostgres ? POSTGRES : SQLITE)]
  for (const statement of statements) await sql.raw(statement).execute(database)
  // Each store has its own key, which never changes, so that a backup can be compared with later erasures.
  const key = randomBytes(32).toString('hex')
  await sql`insert into store (id, erasure_key, clock) values (1, ${key}, ${new Date().toISOString()})`.execute(
    database,
  )
}

const TABLES = [
  `create table callbacks (
    id text primary key,
    number text not null,
    person text not null,
    names text not null,
    revision integer not null,
    status text not null,
    slot text,
    due_from text not null,
    due_until text not null,
    paused_until text,
    tries integer not null,
    name text not null,
    phone text not null,
    request_references text not null,
    has_message integer not null,
    asked integer not null,
    service text,
    language text,
    opened_at text not null,
    first_reference text not null,
    first_service text,
    first_slot text not null,
    first_from text not null,
    first_until text not null,
    first_campaign text,
    first_called_at text,
    called_in_first_window integer not null,
    settled_by_incoming integer not null,
    last_called_at text,
    last_outcome text,
    settled_at text,
    claimed_by text,
    claimed_until text,
    last_held_by text,
    call_began_at text,
    mailed_until text
  )`,
  'create index callbacks_open_by_end on callbacks (due_until, opened_at, id, due_from) where settled_at is null',
  'create index callbacks_open_by_start on callbacks (due_from, due_until, opened_at, id) where settled_at is null',
  // Of those who are overdue, first whose slot is at this time of day.
  'create index callbacks_open_by_slot on callbacks (slot, due_until, opened_at, id) where settled_at is null',
  // The worklist of one service would otherwise read all open callbacks.
  `create index callbacks_open_by_service on callbacks (service, due_until, opened_at, id, due_from)
    where settled_at is null`,
  'create index callbacks_of_number on callbacks (number, opened_at)',
  `create index callbacks_marked on callbacks (settled_at) where status in ('spam', 'do_not_call')`,
  'create index callbacks_by_opening on callbacks (opened_at, id)',
  // Each claim releases the callback that the person held.
  'create index callbacks_claimed on callbacks (claimed_by) where claimed_by is not null',

  `create table callback_requests (
    reference text primary key,
    form text not null,
    name text not null,
    phone text not null,
    email text not null,
    service text,
    message text,
    time_slot text not null,
    received_at text not null,
    suspicion text,
    campaign text,
    notice_version text not null,
    language text,
    idempotency_key text,
    number text not null,
    person text not null,
    withdrawn_at text,
    withdrawn_revision integer,
    is_corrected integer not null default 0,
    kept_from text,
    callback text,
    revision integer,
    due_from text,
    due_until text,
    constraint one_request_per_key unique (form, idempotency_key)
  )`,
  'create index callback_requests_in_order on callback_requests (received_at, reference)',
  'create index callback_requests_of_number on callback_requests (number, person)',
  `create unique index callback_requests_of_callback on callback_requests (callback, revision)
    where callback is not null`,
  'create index callback_requests_suspected on callback_requests (received_at, reference) where suspicion is not null',
  // The list of what is held back would otherwise read all that staff have marked.
  `create index callback_requests_held on callback_requests (received_at, reference)
    where suspicion is not null and callback is null`,

  `create table attempts (
    id text primary key,
    callback text not null references callbacks (id) on delete cascade,
    revision integer not null,
    by text,
    at text not null,
    what text not null,
    began_at text,
    incoming integer not null default 0,
    effects text not null default '[]',
    undone_at text,
    idempotency_key text,
    body_hash text
  )`,
  'create index attempts_of_callback on attempts (callback, revision)',
  'create unique index attempts_by_key on attempts (callback, idempotency_key)',
  'create index attempts_of_person on attempts (by, at)',

  `create table blocked_numbers (
    callback text primary key references callbacks (id) on delete cascade,
    number text not null
  )`,
  'create index blocked_numbers_of_number on blocked_numbers (number)',

  `create table notes (
    id text primary key,
    callback text not null references callbacks (id) on delete cascade,
    by text not null,
    at text not null,
    text text not null
  )`,
  'create index notes_of_callback on notes (callback, at)',

  `create table outbox_messages (
    id text primary key,
    reference text not null references callback_requests (reference) on delete cascade,
    channel text not null,
    status text not null,
    queued_at text not null,
    due_at text not null,
    failed_attempts integer not null default 0,
    failure text,
    waited_seconds integer not null default 0,
    lease text,
    settled_at text,
    recipient text,
    channel_failed integer not null default 0,
    recipient_replies text
  )`,
  'create index outbox_messages_in_order on outbox_messages (status, channel, due_at)',
  'create index outbox_messages_of_a_request on outbox_messages (reference)',
  // Finds the few messages that are being delivered without reading all that wait.
  'create index outbox_messages_leased on outbox_messages (status, channel, lease) where lease is not null',
  // Counts an address's recent mails without reading all that are stored.
  'create index outbox_messages_to_visitors on outbox_messages (recipient) where recipient is not null',
  // Counts the mails of a day to all visitors without reading those of a year.
  'create index outbox_messages_to_visitors_by_day on outbox_messages (queued_at) where recipient is not null',
  `create index outbox_messages_undelivered on outbox_messages (status, queued_at, id)
    where status in ('waiting', 'abandoned')`,
  // Few rows: mails that some of the department's addresses did not get. With the status, since SQLite would otherwise
  // read all delivered messages by another index.
  `create index outbox_messages_refused on outbox_messages (status, settled_at)
    where status = 'delivered' and failure is not null`,

  'create table write_probe (id integer primary key, written_at text not null, ballast text not null)',
  'create table erasures (hash text primary key)',
  `create table store (
    id integer primary key,
    erasure_key text not null,
    clock text not null,
    desk_started_at text
  )`,

  `create table staff (
    id text primary key,
    email text not null unique,
    name text not null,
    role text not null,
    password_hash text,
    totp_secret text,
    totp_step integer,
    disabled_at text,
    oidc_issuer text,
    oidc_subject text
  )`,
  // Both databases allow any number of rows in which one of the two is null.
  'create unique index staff_of_provider on staff (oidc_issuer, oidc_subject)',
  `create table staff_sessions (
    token_hash text primary key,
    staff text not null,
    stage text not null,
    number integer not null,
    created_at text not null,
    seen_at text not null,
    wrong_codes integer not null default 0,
    totp_secret text
  )`,
  'create index staff_sessions_of_person on staff_sessions (staff)',
  `create table staff_invitations (
    token_hash text primary key,
    staff text not null,
    kind text not null,
    expires_at text not null
  )`,
  'create index staff_invitations_of_person on staff_invitations (staff)',

  `create table audit_events (
    id text primary key,
    at text not null,
    by text,
    kind text not null,
    subject text,
    detail text,
    client text
  )`,
  'create index audit_events_by_kind on audit_events (kind, id)',
  'create index audit_events_by_person on audit_events (by, id)',
  'create index audit_events_by_person_and_kind on audit_events (by, kind, id)',
  // Whoever asks what is stored of them is also told who did what about their requests.
  'create index audit_events_about on audit_events (subject, id) where subject is not null',

  'create table maintenance_runs (task text primary key, succeeded_at text, failed_at text)',
  'create table alerts (problem text primary key, state text not null, next_mail_at text not null)',
]

const UNCHANGEABLE = 'audit events cannot be changed'
const KEPT = 'audit events are kept for at least 365 days'

const LIMITS = `limits (
  subject text primary key,
  times integer not null,
  bytes double precision not null default 0,
  window_ends_at text not null
)`

const SQLITE = [
  `create table ${LIMITS}`,
  // Newest first within a word: in ascending order a search would sort all matches.
  `create table request_words (
    word text not null,
    received_at text not null,
    reference text not null,
    primary key (word, received_at desc, reference desc)
  ) without rowid`,
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

/** The clock that decides between instances: whatever depends on it asks this function. */
export const STORE_NOW = `create function store_now() returns text language sql as $$
  select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$`

const POSTGRES = [
  STORE_NOW,
  // Words are compared by their bytes, so that those with one beginning lie together.
  `create table request_words (
    word text collate "C" not null,
    received_at text collate "C" not null,
    reference text not null
  )`,
  'create unique index request_words_newest_first on request_words (word, received_at desc, reference desc)',
  // `changes.ts` says what it counts.
  'create sequence change_numbers',
  // The first number that is drawn looks like one that was not.
  `select nextval('change_numbers')`,
  // Losing the counts in a crash does no harm, and a post that is counted waits for no disk.
  `create unlogged table ${LIMITS}`,
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
