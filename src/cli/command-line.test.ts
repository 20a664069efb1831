import { expect, test } from 'vitest'
import { REQUESTS } from './command-line.ts'
import { commandOf, usageOf } from './program.ts'

test.each([
  [['list']],
  [['outbox']],
  [['check']],
  [['check', '--server', 'https://clinic.example']],
  [['check', '--server', 'none']],
  [['purge']],
  [['resend', '7k3m-9rxd']],
  [['export', '--format', 'json']],
  [['export', '--since=2026-11-20', '--format=csv']],
  [['copy', '--to', 'postgres://db.example/clinic']],
  [['erase', '--email', 'asha@visitor.example']],
  [['erase', '--phone', '+91 98765 43210']],
  [['erase', '--reference', ' 7k3m-9rxd']],
  [['backup', '/srv/monday']],
  [['restore', 'monday', '--erasures', 'list']],
])('%j is a command, and the usage names it', (args) => {
  expect(commandOf(REQUESTS, args)).toBeInstanceOf(Function)
  expect(usageOf(REQUESTS)).toContain(`\n  ${args[0]}`)
})

test.each([
  [[]],
  [['remove']],
  [['toString']],
  [['list', '--all']],
  [['list', 'all']],
  [['check', 'all']],
  [['check', '--server', 'clinic.example']],
  [['check', '--server', '']],
  [['resend']],
  [['resend', '--all']],
  [['resend', '7K3M-9RXD', '7K3M-9RXM']],
  [['export']],
  [['export', '--format']],
  [['export', '--format', 'xml']],
  [['export', '--format', 'json', 'now']],
  [['export', '--format', 'json', '--since', 'yesterday']],
  [['export', '--format', 'json', '--since', '2026']],
  [['export', '--format', 'json', '--since', '2026-13-01']],
  [['export', '--format', 'json', '--since', '2026-02-30']],
  [['export', '--format', 'json', '--since', '2026-11-20T09:30']],
  [['purge', 'all']],
  [['erase']],
  [['erase', 'asha@visitor.example']],
  [['erase', '--email']],
  [['erase', '--email', ' ']],
  [['erase', '--email=']],
  [['erase', '--phone', 'all']],
  [['erase', '--email', 'asha@visitor.example', '--phone', '9876543210']],
  [['erase', '--all', 'yes']],
  [['backup']],
  [['backup', '']],
  [['backup', '-']],
  [['backup', 'one', 'two']],
  [['backup', '--to']],
  [['restore']],
  [['restore', 'monday']],
  [['restore', '--erasures', 'list']],
  [['restore', 'monday', '--erasures']],
  [['restore', 'monday', 'tuesday', '--erasures', 'list']],
  [['copy']],
  [['copy', '--to', 'clinic.sqlite']],
  [['copy', 'postgres://db.example/clinic']],
])('%j is not a command', (args) => {
  expect(commandOf(REQUESTS, args)).toBeUndefined()
})
