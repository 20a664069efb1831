import { expect, test } from 'vitest'
import { REQUESTS } from './command-line.ts'
import { commandOf, usageOf } from './program.ts'

const COMMANDS = [
  ['list'],
  ['outbox'],
  ['check'],
  ['check', '--server', 'https://clinic.example'],
  ['check', '--server', 'none'],
  ['purge'],
  ['resend', '7k3m-9rxd'],
  ['export', '--format', 'json'],
  ['export', '--since=2026-11-20', '--format=csv'],
  ['copy', '--to', 'postgres://db.example/clinic'],
  ['erase', '--email', 'asha@visitor.example'],
  ['erase', '--phone', '+91 98765 43210'],
  ['erase', '--reference', ' 7k3m-9rxd'],
  ['backup', '/srv/monday'],
  ['backup', '/srv/backups', '--keep', '14'],
  ['restore', 'monday', '--erasures', 'list'],
  ['drill', '/srv/backups', '--erasures', 'list'],
]

const OTHERS = [
  [],
  ['remove'],
  ['toString'],
  ['list', '--all'],
  ['list', 'all'],
  ['check', 'all'],
  ['check', '--server', 'clinic.example'],
  ['check', '--server', ''],
  ['resend'],
  ['resend', '--all'],
  ['resend', '7K3M-9RXD', '7K3M-9RXM'],
  ['export'],
  ['export', '--format'],
  ['export', '--format', 'xml'],
  ['export', '--format', 'json', 'now'],
  ['export', '--format', 'json', '--since', 'yesterday'],
  ['export', '--format', 'json', '--since', '2026'],
  ['export', '--format', 'json', '--since', '2026-13-01'],
  ['export', '--format', 'json', '--since', '2026-02-30'],
  ['export', '--format', 'json', '--since', '2026-11-20T09:30'],
  ['purge', 'all'],
  ['erase'],
  ['erase', 'asha@visitor.example'],
  ['erase', '--email'],
  ['erase', '--email', ' '],
  ['erase', '--email='],
  ['erase', '--phone', 'all'],
  ['erase', '--email', 'asha@visitor.example', '--phone', '9876543210'],
  ['erase', '--all', 'yes'],
  ['backup'],
  ['backup', ''],
  ['backup', '-'],
  ['backup', 'one', 'two'],
  ['backup', '--to'],
  ['backup', '--keep', '14'],
  ['backup', '/srv/backups', '--keep', '0'],
  ['backup', '/srv/backups', '--keep', '-1'],
  ['backup', '/srv/backups', '--keep', '1.5'],
  ['backup', '/srv/backups', '--keep', ''],
  ['restore'],
  ['restore', 'monday'],
  ['restore', '--erasures', 'list'],
  ['restore', 'monday', '--erasures'],
  ['restore', 'monday', 'tuesday', '--erasures', 'list'],
  ['drill', '/srv/backups'],
  ['drill', '--erasures', 'list'],
  ['copy'],
  ['copy', '--to', 'clinic.sqlite'],
  ['copy', 'postgres://db.example/clinic'],
] as string[][]

test('A line as the usage says is a command, and the usage names it', () => {
  for (const args of COMMANDS) {
    expect(commandOf(REQUESTS, args), args.join(' ')).toBeInstanceOf(Function)
    expect(usageOf(REQUESTS)).toContain(`\n  ${args[0]}`)
  }
})

test('Any other line is none', () => {
  for (const args of OTHERS) expect(commandOf(REQUESTS, args), args.join(' ')).toBeUndefined()
})
