import { expect, test } from 'vitest'
import { settlementOf } from './settlement.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const AT_NOW = { now: NOW, random: 0.5 }
const FAILED = { kind: 'failed', reason: 'HTTP 500' } as const

test('A first failure is tried again in a second, a second one in two', () => {
  expect(settlementOf({ failedAttempts: 0, waitedSeconds: 0 }, FAILED, AT_NOW)).toEqual({
    status: 'waiting',
    failedAt: NOW,
    dueAt: new Date('2026-11-20T09:30:01.000Z'),
    waitedSeconds: 1,
  })
  expect(settlementOf({ failedAttempts: 1, waitedSeconds: 1 }, FAILED, AT_NOW)).toMatchObject({
    dueAt: new Date('2026-11-20T09:30:02.000Z'),
    waitedSeconds: 3,
  })
})

test('A receiver that asks for a longer delay gets it, up to six hours', () => {
  const dueAfter = (retryAfterSeconds: number) =>
    settlementOf({ failedAttempts: 0, waitedSeconds: 0 }, { ...FAILED, retryAfterSeconds }, AT_NOW)
  expect(dueAfter(0)).toMatchObject({ dueAt: new Date('2026-11-20T09:30:01.000Z') })
  expect(dueAfter(90)).toMatchObject({ dueAt: new Date('2026-11-20T09:31:30.000Z'), waitedSeconds: 90 })
  expect(dueAfter(10 ** 9)).toMatchObject({ dueAt: new Date('2026-11-20T15:30:00.000Z') })
})

test('A message is abandoned when its waits would exceed three days, whatever the clock says', () => {
  const threeDays = 3 * 24 * 60 * 60
  const later = { now: new Date('2036-11-20T09:30:00Z'), random: 0.5 }
  const waited = (waitedSeconds: number) => settlementOf({ failedAttempts: 24, waitedSeconds }, FAILED, later)
  expect(waited(threeDays - 6 * 60 * 60)).toMatchObject({ status: 'waiting', waitedSeconds: threeDays })
  expect(waited(threeDays - 6 * 60 * 60 + 1)).toEqual({ status: 'abandoned' })
})

test('A message is delivered, dropped or released', () => {
  const first = { failedAttempts: 0, waitedSeconds: 0 }
  expect(settlementOf(first, { kind: 'delivered' }, AT_NOW)).toEqual({ status: 'delivered' })
  expect(settlementOf(first, { kind: 'dropped', reason: 'SMTP 550' }, AT_NOW)).toEqual({ status: 'dropped' })
  expect(settlementOf(first, { kind: 'released' }, AT_NOW)).toBeUndefined()
})
