import { expect, test } from 'vitest'
import { commandOf } from './command-line.ts'

test('The commands are understood', () => {
  for (const name of ['list', 'outbox', 'check', 'purge']) expect(commandOf([name])).toEqual({ name })
  expect(commandOf(['resend', '7k3m-9rxd'])).toEqual({ name: 'resend', reference: '7K3M-9RXD' })
  expect(commandOf(['export', '--format', 'json'])).toEqual({ name: 'export', format: 'json', since: undefined })
  expect(commandOf(['export', '--since=2026-11-20', '--format=csv'])).toEqual({
    name: 'export',
    format: 'csv',
    since: new Date('2026-11-20T00:00:00Z'),
  })
  expect(commandOf(['export', '--format', 'csv', '--since', '2026-11-20T09:30+05:30'])).toMatchObject({
    since: new Date('2026-11-20T04:00:00Z'),
  })
  expect(commandOf(['copy', '--to', 'postgres://db.example/clinic'])).toEqual({
    name: 'copy',
    to: new URL('postgres://db.example/clinic'),
  })
  const erased = (option: string, value: string) => commandOf(['erase', option, value])
  expect(erased('--email', 'asha@visitor.example')).toEqual({
    name: 'erase',
    subject: { email: 'asha@visitor.example' },
  })
  expect(erased('--phone', '+91 98765 43210')).toEqual({ name: 'erase', subject: { phone: '+91 98765 43210' } })
  expect(erased('--reference', ' 7k3m-9rxd')).toEqual({ name: 'erase', subject: { reference: '7K3M-9RXD' } })
  expect(commandOf(['backup', '/srv/monday'])).toEqual({ name: 'backup', file: '/srv/monday' })
  expect(commandOf(['restore', 'monday', '--erasures', 'list'])).toEqual({
    name: 'restore',
    file: 'monday',
    erasures: 'list',
  })
})

test.each([
  [[]],
  [['remove']],
  [['toString']],
  [['list', '--all']],
  [['list', 'all']],
  [['check', 'all']],
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
])('%j is none of them', (args) => {
  expect(commandOf(args)).toBeUndefined()
})
