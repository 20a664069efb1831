import { parseArgs } from 'node:util'
import { postgresUrl } from '../server/config/config.ts'
import type { ErasureSubject } from '../server/storage/erasure/erasure-subject.ts'

export const USAGE = `Usage: npm run -s requests -- COMMAND

  list                                    the newest 50 requests, as a table
  export --format json|csv [--since ISO]  all requests, or those received since an instant, to standard output
  outbox                                  which messages wait, failed or were abandoned
  resend REFERENCE                        tell of a request again, by mail and webhook as they are set
  check                                   exit code 1 when somebody should look after the outbox, and why
  erase --email E | --phone P | --reference R
                                          what a person has sent, or one request; what was delivered stays delivered
  purge                                   what was received more than RETENTION_DAYS ago
  backup FILE                             a consistent copy of what lies in DATA_DIR, beside a running server
  restore FILE --erasures LIST            a copy into an empty DATA_DIR, without those who were erased since
  copy --to URL                           what lies in DATA_DIR to a PostgreSQL database; may be repeated

ISO is a date (2026-11-20, from midnight UTC) or an instant with its zone (2026-11-20T09:30:00+05:30).
URL is an address such as postgres://user@host:5432/name; the password may come by PGPASSWORD.`

export type Command =
  | { name: 'list' | 'outbox' | 'check' | 'purge' }
  | { name: 'resend'; reference: string }
  | { name: 'export'; format: 'json' | 'csv'; since: Date | undefined }
  | { name: 'erase'; subject: ErasureSubject }
  | { name: 'backup'; file: string }
  | { name: 'restore'; file: string; erasures: string }
  | { name: 'copy'; to: URL }

/** Understands a command line. Undefined when it is none of `USAGE`. */
export function commandOf(args: string[]): Command | undefined {
  const [name, ...rest] = args
  if (name === 'list' || name === 'outbox' || name === 'check' || name === 'purge')
    return optionsOf(rest, {}) && { name }
  if (name === 'erase') return eraseOf(rest)
  if (name === 'backup') return backupOf(rest)
  if (name === 'restore') return restoreOf(rest)
  if (name === 'resend') return resendOf(rest)
  if (name === 'copy') return copyOf(rest)
  if (name === 'export') return exportOf(rest)
  return undefined
}

/** Exactly one of the three. A phone number without a digit is none. */
function eraseOf(args: string[]): Command | undefined {
  const text = { type: 'string' } as const
  const given = Object.entries(optionsOf(args, { email: text, phone: text, reference: text }) ?? {})
  const [option, value] = given[0] ?? []
  if (given.length !== 1 || typeof value !== 'string' || value.trim() === '') return undefined
  if (option === 'email') return { name: 'erase', subject: { email: value } }
  if (option === 'phone') return /\d/.test(value) ? { name: 'erase', subject: { phone: value } } : undefined
  return { name: 'erase', subject: { reference: asReference(value) } }
}

function backupOf(args: string[]): Command | undefined {
  const file = fileOf(args)
  return file === undefined ? undefined : { name: 'backup', file }
}

function restoreOf([first = '', ...rest]: string[]): Command | undefined {
  const file = fileOf([first])
  const erasures = optionsOf(rest, { erasures: { type: 'string' } })?.['erasures']
  return file !== undefined && typeof erasures === 'string' ? { name: 'restore', file, erasures } : undefined
}

function fileOf([file = '', ...rest]: string[]): string | undefined {
  return rest.length === 0 && file !== '' && !file.startsWith('-') ? file : undefined
}

function copyOf(args: string[]): Command | undefined {
  const to = postgresUrl(String(optionsOf(args, { to: { type: 'string' } })?.['to']))
  return to && { name: 'copy', to }
}

function exportOf(args: string[]): Command | undefined {
  const options = optionsOf(args, { format: { type: 'string' }, since: { type: 'string' } })
  if (options === undefined) return undefined
  const { format, since } = options
  if (format !== 'json' && format !== 'csv') return undefined
  if (since === undefined) return { name: 'export', format, since }
  const instant = instantOf(String(since))
  return instant && { name: 'export', format, since: instant }
}

function resendOf([reference = '', ...rest]: string[]): Command | undefined {
  const isReference = rest.length === 0 && reference !== '' && !reference.startsWith('-')
  return isReference ? { name: 'resend', reference: asReference(reference) } : undefined
}

/** A reference is taken as it was read aloud or copied: in small letters too. */
function asReference(text: string): string {
  return text.trim().toUpperCase()
}

function optionsOf(args: string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args, options }).values
  } catch {
    return undefined
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A time without its zone is refused: it would mean something else on each machine. */
function instantOf(text: string): Date | undefined {
  const instant = new Date(text)
  const isInstant =
    (DATE.test(text) || INSTANT.test(text)) && !Number.isNaN(instant.getTime()) && isDay(text.slice(0, 10))
  return isInstant ? instant : undefined
}

/** False for a day that no month has, such as 30 February, which `Date` would take for a day in March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date)
}
