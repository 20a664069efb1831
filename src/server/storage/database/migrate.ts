import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { callbackRequests } from '../migrations/0001-callback-requests.ts'
import { outbox } from '../migrations/0002-outbox.ts'
import { rateLimitCounts } from '../migrations/0003-rate-limit-counts.ts'
import { erasures } from '../migrations/0004-erasures.ts'
import { leasedMessages } from '../migrations/0005-leased-messages.ts'
import { rateLimitBytes } from '../migrations/0006-rate-limit-bytes.ts'
import { visitorMailLimit } from '../migrations/0007-visitor-mail-limit.ts'
import { messagesByDecision } from '../migrations/0008-messages-by-decision.ts'
import { keptFrom } from '../migrations/0009-kept-from.ts'
import { languageOfRequests } from '../migrations/0021-language-of-requests.ts'
import { staff } from '../migrations/staff/0010-staff.ts'
import { auditEvents } from '../migrations/staff/0011-audit-events.ts'
import { callbacks } from '../migrations/staff/0012-callbacks.ts'
import { spamAndDeliveries } from '../migrations/staff/0013-spam-and-deliveries.ts'
import { misdatedRequests } from '../migrations/staff/0014-misdated-requests.ts'
import { claimedCallbacks } from '../migrations/staff/0015-claimed-callbacks.ts'
import { requestWords } from '../migrations/staff/0016-request-words.ts'
import { exportTickets } from '../migrations/staff/0017-exports.ts'
import { serviceOfCallbacks } from '../migrations/staff/0018-service-of-callbacks.ts'
import { firstRequestsOfCallbacks } from '../migrations/staff/0019-first-requests-of-callbacks.ts'
import { hospitalAccounts } from '../migrations/staff/0020-hospital-accounts.ts'
import { auditEventsByPersonAndKind } from '../migrations/staff/0022-audit-events-by-person-and-kind.ts'
import { noExportTickets } from '../migrations/staff/0023-no-export-tickets.ts'
import type { Schema } from './schema.ts'

/** All migrations under the names that the database stores. New ones are only appended. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-callback-requests': { up: callbackRequests },
  '0002-outbox': { up: outbox },
  '0003-rate-limit-counts': { up: rateLimitCounts },
  '0004-erasures': { up: erasures },
  '0005-leased-messages': { up: leasedMessages },
  '0006-rate-limit-bytes': { up: rateLimitBytes },
  '0007-visitor-mail-limit': { up: visitorMailLimit },
  '0008-messages-by-decision': { up: messagesByDecision },
  '0009-kept-from': { up: keptFrom },
  '0010-staff': { up: staff },
  '0011-audit-events': { up: auditEvents },
  '0012-callbacks': { up: callbacks },
  '0013-spam-and-deliveries': { up: spamAndDeliveries },
  '0014-misdated-requests': { up: misdatedRequests },
  '0015-claimed-callbacks': { up: claimedCallbacks },
  '0016-request-words': { up: requestWords },
  '0017-exports': { up: exportTickets },
  '0018-service-of-callbacks': { up: serviceOfCallbacks },
  '0019-first-requests-of-callbacks': { up: firstRequestsOfCallbacks },
  '0020-hospital-accounts': { up: hospitalAccounts },
  '0021-language-of-requests': { up: languageOfRequests },
  '0022-audit-events-by-person-and-kind': { up: auditEventsByPersonAndKind },
  '0023-no-export-tickets': { up: noExportTickets },
}

/**
 * Brings the tables up to date in one transaction, for which other instances wait: either all new migrations are
 * applied, or none.
 *
 * @throws the fault that stopped a migration
 */
export async function migrateToLatest(database: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
