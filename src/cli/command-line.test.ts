import { expect, test } from 'vitest'
import { commandOf } from './command-line.ts'

test('The commands are understood', () => {
  for (const name of ['list', 'outbox', 'check']) expect(commandOf([name])).toEqual({ name })
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
  [['copy']],
  [['copy', '--to', 'clinic.sqlite']],
  [['copy', 'postgres://db.example/clinic']],
])('%j is none of them', (args) => {
  expect(commandOf(args)).toBeUndefined()
})
