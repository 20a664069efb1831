import { expect, test } from 'vitest'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { outboxReport } from './outbox-report.ts'

const WAITING: UndeliveredMessage = {
  reference: '7K3M-9RXD',
  channel: 'staff-mail',
  isAbandoned: false,
  failedAttempts: 0,
  queuedAt: new Date('2026-11-20T09:30:00Z'),
  dueAt: new Date('2026-11-20T09:30:00Z'),
  failure: null,
}
const FAILED = { ...WAITING, failedAttempts: 11, failure: 'SMTP 451', dueAt: new Date('2026-11-20T10:40:00Z') }
const ABANDONED = {
  ...WAITING,
  channel: 'webhook',
  isAbandoned: true,
  failedAttempts: 26,
  failure: 'HTTP 500',
} as const

test('The outbox is a table of the messages that are waiting, have failed or were abandoned', () => {
  expect(outboxReport({ messages: [WAITING, FAILED, ABANDONED], isWebhookDisabled: false }).split('\n')).toEqual([
    'Reference  Message                 State      Failed    Queued (UTC)      Next try (UTC)    Reason',
    '7K3M-9RXD  mail to the department  waiting              2026-11-20 09:30',
    '7K3M-9RXD  mail to the department  failed     11 times  2026-11-20 09:30  2026-11-20 10:40  SMTP 451',
    '7K3M-9RXD  webhook                 abandoned  26 times  2026-11-20 09:30                    HTTP 500',
  ])
})
