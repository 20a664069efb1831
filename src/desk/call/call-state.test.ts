import { expect, test } from 'vitest'
import type { CallbackRow, Claim } from '../../callback-request/calling/callback-row.ts'
import { CallFailed } from '../api.ts'
import { type CallEvent, type CallState, FREE, holdOf, nextState } from './call-state.ts'

const NOON = '2026-11-20T12:00:00.000Z'
const LATER = '2026-11-20T12:15:00.000Z'
const claim = (mine: boolean, until = LATER): Claim => ({ by: { id: 'x', name: 'Asha Invented' }, until, mine })
const row = (id: string, more: Partial<CallbackRow> = {}) =>
  ({ id, name: `${id} Invented`, status: 'new', last: null, claim: null, ...more }) as CallbackRow

const mine = row('ravi', { claim: claim(true) })
const claimed: CallEvent = { type: 'claimed', row: mine, below: ['devika', 'kiran'] }
const savedOf = (id: string, next: CallbackRow | null) =>
  ({
    outcome: 'reached',
    note: '',
    callback: row(id),
    attempt: { id: '1', at: NOON },
    undo_until: LATER,
    next,
  }) as const
const refusal = (doing: 'claiming' | 'saving', about?: CallbackRow) =>
  ({ doing, failure: new CallFailed(409, { code: 'claimed' }), about, outcome: undefined }) as const
const question = { because: 'other', row: row('devika'), below: [], body: { instead: true } } as const
const after = (...events: CallEvent[]): CallState => events.reduce(nextState, FREE)
const open = { row: mine, until: LATER, below: ['devika', 'kiran'] }
const chosen = (id: string) => ({ isChosen: true, ids: [id], lastCall: undefined }) as const

const EVENTS: [title: string, events: CallEvent[], becomes: Partial<CallState>][] = [
  ['free: nothing', [], FREE],
  ['claiming', [{ type: 'began', doing: 'claiming' }], { doing: 'claiming', open: undefined }],
  ['open', [{ type: 'began', doing: 'claiming' }, claimed], { doing: undefined, open, position: chosen('ravi') }],
  ['asked about another call, which stays open', [claimed, { type: 'asked', question }], { open, question }],
  [
    'asked no more, once the answer is yes',
    [claimed, { type: 'asked', question }, { type: 'began', doing: 'claiming' }],
    { open, question: undefined },
  ],
  [
    'refused: the call before stays open, and the row says why',
    [claimed, { type: 'refused', refusal: refusal('claiming', row('devika')) }],
    { open, refusal: refusal('claiming', row('devika')), position: chosen('devika') },
  ],
  [
    'refused, until the next attempt',
    [claimed, { type: 'refused', refusal: refusal('saving') }, { type: 'began', doing: 'saving' }],
    { open, refusal: undefined, doing: 'saving' },
  ],
  [
    'held longer: only what the server granted last',
    [claimed, { type: 'held', row: row('ravi', { claim: claim(true, NOON) }) }],
    { open: { ...open, until: NOON } },
  ],
  [
    'turned: the patient telephoned us, also while the call is held longer',
    [claimed, { type: 'turned', isIncoming: true }, { type: 'held', row: mine }],
    { open: { ...open, isIncoming: true } },
  ],
  ['held longer, but another call is open by now', [claimed, { type: 'held', row: row('kiran') }], { open }],
  [
    'saved: those below the row that was chosen follow, then the next',
    [claimed, { type: 'saved', saved: savedOf('ravi', row('nisha')) }],
    {
      open: undefined,
      saved: savedOf('ravi', row('nisha')),
      position: { isChosen: false, ids: ['devika', 'kiran', 'nisha'], savedAt: NOON },
    },
  ],
  [
    'saved, after which the next call begins: no Undo any more',
    [{ type: 'saved', saved: savedOf('ravi', null) }, claimed],
    { open, saved: undefined },
  ],
  ['let go', [claimed, { type: 'released', id: 'ravi' }], { open: undefined, position: chosen('ravi') }],
  ['somebody else was let go of', [claimed, { type: 'released', id: 'kiran' }], { open }],
  [
    'told of another change: it cannot be undone any more',
    [
      { type: 'saved', saved: savedOf('ravi', null) },
      { type: 'told', row: row('ravi'), what: 'moved.' },
    ],
    { saved: undefined, said: { name: 'ravi Invented', what: 'moved.' } },
  ],
  ['erased', [claimed, { type: 'erased', id: 'ravi' }], FREE],
  ['another was erased', [claimed, { type: 'erased', id: 'kiran' }], { open }],
  [
    'dropped',
    [
      { type: 'asked', question },
      { type: 'dropped', part: 'question' },
    ],
    { question: undefined },
  ],
]

test.each(EVENTS)('A call is %s', (_, events, becomes) => {
  expect(after(...events)).toMatchObject(becomes)
})

test('A hold is one’s own, over by time, ended by others, or needed no more', () => {
  const at = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000)
  const held: [known: CallbackRow | 'erased', minutes: number, is: string][] = [
    [mine, 14, 'mine'],
    [mine, 15, 'over'],
    [row('ravi'), 15, 'over'],
    [row('ravi'), 14, 'released'],
    [row('ravi', { claim: claim(false) }), 14, 'colleagues'],
    [row('ravi', { claim: claim(false) }), 16, 'over'],
    [row('ravi', { status: 'reached' }), 14, 'closed'],
    [row('ravi', { status: 'withdrawn', claim: claim(true) }), 14, 'withdrawn'],
    ['erased', 14, 'erased'],
  ]
  expect(held.map(([known, minutes]) => holdOf(open, known, at(minutes)).is)).toEqual(held.map(([, , is]) => is))
})
