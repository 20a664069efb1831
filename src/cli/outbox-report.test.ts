import { expect, test } from 'vitest'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { outboxReport, outboxWarnings } from './outbox-report.ts'

const NOW = new Date('2026-11-20T10:30:00Z')
const WAITING: UndeliveredMessage = {
  reference: '7K3M-9RXD',
  channel: 'staff-mail',
  isAbandoned: false,
  failedAttempts: 0,
  queuedAt: new Date('2026-11-20T09:30:00Z'),
  dueAt: new Date('2026-11-20T09:30:00Z'),
}
const FAILED = { ...WAITING, failedAttempts: 11, dueAt: new Date('2026-11-20T10:40:00Z') }
const ABANDONED = { ...WAITING, channel: 'webhook', isAbandoned: true, failedAttempts: 26 } as const
const LATE = { ...FAILED, queuedAt: new Date('2026-11-20T09:29:59Z') }

test('The outbox is a table of what waits, failed and was abandoned', () => {
  expect(outboxReport({ messages: [WAITING, FAILED, ABANDONED], isWebhookOff: false }).split('\n')).toEqual([
    'Reference  Message                 State      Failed    Queued (UTC)      Next try (UTC)',
    '7K3M-9RXD  mail to the department  waiting              2026-11-20 09:30',
    '7K3M-9RXD  mail to the department  failed     11 times  2026-11-20 09:30  2026-11-20 10:40',
    '7K3M-9RXD  webhook                 abandoned  26 times  2026-11-20 09:30',
    '',
  ])
})

test('Nobody is called for what waits up to an hour', () => {
  expect(outboxWarnings({ messages: [], isWebhookOff: false }, NOW)).toEqual([])
  expect(outboxWarnings({ messages: [WAITING, FAILED], isWebhookOff: false }, NOW)).toEqual([])
})

test('Somebody is called for what waits longer or was abandoned, and for a webhook that is off', () => {
  expect(outboxWarnings({ messages: [LATE, ABANDONED], isWebhookOff: true }, NOW)).toEqual([
    '7K3M-9RXD: mail to the department waits since 2026-11-20 09:29 UTC.',
    '7K3M-9RXD: webhook was abandoned.',
    expect.stringMatching(/410 Gone/),
  ])
  expect(outboxReport({ messages: [], isWebhookOff: true })).toMatch(/410 Gone/)
})
