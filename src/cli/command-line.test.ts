import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { testOnPostgres } from '../../tests/support/database/each-database.ts'
import { APPOINTMENT } from '../../tests/support/samples.ts'
import { run } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { DESK } from './desk.ts'
import { commandOf, type Program, usageOf } from './program.ts'
import { REQUESTS, tableOf } from './requests.ts'

/** Each program with command lines that it takes, and with those that it does not. */
const LINES: [Program, right: string[], wrong: string[]][] = [
  [
    REQUESTS,
    ['export --since=2026-11-20 --format=csv', 'copy --to postgres://db.example/clinic', 'erase --reference 7k3m-9rxd'],
    [
      '',
      'list --all',
      'check --server clinic.example',
      'resend 7K3M-9RXD 7K3M-9RXM',
      'export --format json --since 2026-02-30',
      'export --format json --since 2026-11-20T09:30',
      'erase',
      'erase --phone all',
      'erase --email asha@visitor.example --phone 9876543210',
      'backup /srv/backups --keep 0',
      'backup /srv/backups --keep 1 --recipient AGE-SECRET-KEY-1ABC',
      'restore monday',
      'copy --to clinic.sqlite',
    ],
  ],
  [
    DESK,
    ['list', 'invite E --role manager', 'invite E --role=coordinator --name N', 'disable E', 'reset E'],
    ['list all', 'invite E', 'invite --role manager', 'invite E --role manager --password x', 'reset'],
  ],
]

test('A line as the usage says is a command, and any other line is none', () => {
  for (const [program, right, wrong] of LINES) {
    for (const line of right) {
      expect(commandOf(program, line.split(' ')), line).toBeInstanceOf(Function)
      expect(usageOf(program)).toContain(`\n  ${line.split(' ')[0]}`)
    }
    for (const line of wrong) expect(commandOf(program, line.split(' ')), line).toBeUndefined()
  }
})

test('Another line prints the usage, of its command alone where it names one, and ends with 2', async () => {
  const wrong = await run('src/cli/requests.ts', ['export', '--format', 'xml'], {})
  expect(wrong).toEqual({ stdout: '', stderr: `${usageOf(REQUESTS, ['export'])}\n`, exitCode: 2 })
  expect(wrong.stderr.match(/^ {2}\w.+$/gm)).toEqual(['  export --format json|csv [--since ISO]'])
  const unknown = await runHere(REQUESTS, ['remove'], {})
  expect(unknown).toEqual({ stdout: '', stderr: `${usageOf(REQUESTS)}\n`, exitCode: 2 })
})

test('A name with a direction override does not reorder its row, and the row stays aligned; others are as typed', () => {
  const [header = '', row = ''] = tableOf([{ ...APPOINTMENT, name: 'Asha \u2069\u202eInvented' }]).split('\n')
  expect(row).toMatch(/ {2}\u2068Asha \u202eInvented\u2069 {2}9876543210$/)
  expect(row.replace(/\p{Bidi_Control}/gu, '').indexOf('9876543210')).toBe(header.indexOf('Phone'))
  expect(tableOf([{ ...APPOINTMENT, name: 'आशा देवी' }])).toContain('  आशा देवी  ')
})

/** Expects that a command writes this one line, and nothing else. */
async function expectRefusal(
  line: string,
  environment: Record<string, string>,
  message: RegExp | string,
  of = REQUESTS,
) {
  const stderr = typeof message === 'string' ? `${message}\n` : expect.stringMatching(message)
  const { stdout, exitCode, ...said } = await runHere(of, line.split(' '), environment)
  expect({ stdout, exitCode, ...said }, line).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(said.stderr, line).toMatch(/^[^\n]+\n$/)
}

test('A command that cannot do its work says why in one line, and ends with 1', async () => {
  const DATA_DIR = await temporaryDirectory()
  await (await openDatabase(DATA_DIR)).destroy()
  const postgres = { DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic' }
  const itsOwnTools = /^On PostgreSQL use its own tools, pg_dump and pg_restore/
  const linkNeeds = /^Set DESK_URL, or DESK_PORT /
  const rows: [line: string, environment: Record<string, string>, message: RegExp | string, program?: Program][] = [
    ['list', { PORT: 'http' }, /^PORT must be .+\.$/m],
    ['list', { DATA_DIR: import.meta.filename }, /DATA_DIR/],
    ['backup file', postgres, itsOwnTools],
    ['backup /nowhere/file', { DATA_DIR }, '/nowhere is not a directory: create it, or mount its disk.'],
    ['restore file --erasures list', postgres, itsOwnTools],
    ['drill file --erasures list', postgres, itsOwnTools],
    ...[{}, { DESK_PORT: '0' }, { DESK_HOST: 'desk.clinic.example' }].flatMap((environment): typeof rows => [
      ['invite nina@clinic.example --role manager', { DATA_DIR, ...environment }, linkNeeds, DESK],
      ['reset nina@clinic.example', { DATA_DIR, ...environment }, linkNeeds, DESK],
    ]),
  ]
  for (const row of rows) await expectRefusal(...row)
})

test('Every command but restore refuses a DATA_DIR without a store in one line, and creates nothing', async () => {
  const empty = await temporaryDirectory()
  const emptyFile = await temporaryDirectory()
  await writeFile(join(emptyFile, 'requests.sqlite'), '')
  for (const DATA_DIR of [empty, join(empty, 'not', 'there'), emptyFile]) {
    const message = `DATA_DIR (${DATA_DIR}) has no store: give this command the server's environment and directory.`
    const onStore = ['list', 'check', 'erase --email asha@visitor.example', 'purge', `backup ${join(empty, 'backup')}`]
    for (const line of [...onStore, 'copy --to postgres://clinic@127.0.0.1:1/clinic'])
      await expectRefusal(line, { DATA_DIR }, message)
    await expectRefusal('list', { DATA_DIR }, message, DESK)
  }
  expect([await readdir(empty), await readdir(emptyFile)]).toEqual([[], ['requests.sqlite']])
})

testOnPostgres(
  'A PostgreSQL database without a store is refused in the same way, and gets none',
  async (DATABASE_URL) => {
    await expectRefusal('check', { DATABASE_URL }, /^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) has no store: /)
    // Nor has it one for the next command.
    await expectRefusal('list', { DATABASE_URL }, /^DATABASE_URL .+ has no store: /)
  },
)
