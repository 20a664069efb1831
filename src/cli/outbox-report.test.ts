import { expect, test } from 'vitest'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { outboxReport } from './outbox-report.ts'

const WAITING: UndeliveredMessage = {
  reference: '7K3M-9RXD',
  channel: 'staff-mail',
  id: 'msg_1',
  status: 'waiting',
  failed_attempts: 0,
  queued_at: '2026-11-20T09:30:00.000Z',
  due_at: '2026-11-20T09:30:00.000Z',
  failure: null,
}
const FAILED = { ...WAITING, failed_attempts: 11, failure: 'SMTP 451', due_at: '2026-11-20T10:40:00.000Z' }
const ABANDONED = {
  ...WAITING,
  channel: 'webhook',
  status: 'abandoned',
  failed_attempts: 26,
  failure: 'HTTP 500',
} as const

test('The outbox is a table of the messages that are waiting, have failed or were abandoned', () => {
  expect(outboxReport([WAITING, FAILED, ABANDONED]).split('\n')).toEqual([
    'Reference  Message                 State      Failed    Queued (UTC)      Next try (UTC)    Reason',
    '7K3M-9RXD  mail to the department  waiting              2026-11-20 09:30',
    '7K3M-9RXD  mail to the department  failed     11 times  2026-11-20 09:30  2026-11-20 10:40  SMTP 451',
    '7K3M-9RXD  webhook                 abandoned  26 times  2026-11-20 09:30                    HTTP 500',
  ])
})
