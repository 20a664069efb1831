import { expect, test } from 'vitest'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { Position } from '../call/call-state.ts'
import { idsBelow, selectionOf } from './selection.ts'

const NOON = '2026-11-20T12:00:00.000Z'
const row = (id: string, more: Partial<CallbackRow> = {}) => ({ id, last: null, claim: null, ...more }) as CallbackRow
const held = { by: { id: 'x', name: 'Asha Invented' }, until: NOON, mine: false }
const last = { outcome: 'no_answer', at: NOON } as const
const ROWS = [row('coming'), row('ravi'), row('devika', { claim: held }), row('nisha', { last }), row('kiran')]

const chosen = (id: string, lastCall?: string): Position => ({ isChosen: true, ids: [id], lastCall })
const after = (...ids: string[]): Position => ({ isChosen: false, ids, savedAt: '2026-11-20T11:59:00.000Z' })

test.each<[string, Position | undefined, id: string, isChosen: boolean]>([
  ['at first who is due, by itself', undefined, 'ravi', false],
  ['whom somebody chose, also while a colleague calls there', chosen('devika'), 'devika', true],
  ['by itself again, once somebody has called there', chosen('kiran', NOON), 'ravi', false],
  ['by itself again, once the row is gone', chosen('gone'), 'ravi', false],
  [
    'after a call the first who follows, can be called, and was not called since',
    after('gone', 'devika', 'nisha', 'kiran'),
    'kiran',
    true,
  ],
  ['after a call that nobody follows, by itself', after(), 'ravi', false],
])('The selected row is %s', (_, position, id, isChosen) => {
  const isFree = ({ claim }: CallbackRow) => claim === null
  expect(selectionOf(position, ROWS, { isFree, offered: ROWS[1] })).toMatchObject({ selected: { id }, isChosen })
})

test('Below a row stands the rest of its table', () => {
  const tables = [[row('meera')], ROWS]
  expect(idsBelow(row('devika'), tables)).toEqual(['nisha', 'kiran'])
  expect(idsBelow(row('gone'), tables)).toEqual([])
})
