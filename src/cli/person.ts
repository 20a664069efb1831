import { isolated } from '../callback-request/bidi-isolation.ts'
import { COMMAND_LINE } from '../server/storage/audit.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import type { ErasureSubject } from '../server/storage/erasure-list.ts'
import { exportPerson, type PersonExport } from '../server/storage/person.ts'
import type { CommandResult } from './program.ts'

/** Everything that is stored of a person, for this person. */
export async function showPerson(
  database: Database,
  subject: ErasureSubject,
  format: 'text' | 'json',
): Promise<CommandResult> {
  const person = await exportPerson({ database, at: new Date(), actor: COMMAND_LINE }, subject, { how: 'command' })
  if (!person) return { text: 'No such request was found.' }
  return { text: format === 'json' ? JSON.stringify(person, null, 2) : textOf(person) }
}

const HEADINGS = {
  requests: 'Requests',
  callbacks: 'Callbacks',
  calls: 'Calls, and what else staff did with the callbacks',
  notes: 'Notes',
  messages: 'Messages',
  audit_events: 'Audit log',
} as const

/** Each record as lines of a name and a value, without those that have none. */
function textOf(person: PersonExport): string {
  const sections = Object.entries(HEADINGS).map(([name, heading]) => {
    const records: object[] = person[name as keyof typeof HEADINGS]
    return [`${heading}: ${records.length}`, ...records.map(recordText)].join('\n\n')
  })
  return [`Everything that is stored of this person. Times are UTC.`, ...sections].join('\n\n')
}

function recordText(record: object): string {
  const given = Object.entries(record).filter(([, value]) => value !== null && value !== '')
  return given.map(([name, value]) => `  ${name}: ${valueText(value)}`).join('\n')
}

/** What somebody typed can neither begin a line that looks like one of ours nor change the order of others. */
function valueText(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.split('\n').map(isolated).join('\n      ')
}
