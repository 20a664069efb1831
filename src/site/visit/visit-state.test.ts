import { expect, test } from 'vitest'
import {
  changeableRequest,
  correctedRequest,
  NOTHING_SENT,
  promisedRequest,
  textOf,
  type VisitEvent,
  type VisitRequest,
  type VisitState,
  visitOf,
  visitReducer,
} from './visit-state.ts'

const request = (key: string, form: VisitRequest['form'] = 'appointment'): VisitRequest => ({
  form,
  key,
  sentAt: '2026-11-20T04:30:00.000Z',
  typed: { phone: '9876543210' },
  phone: '9876543210',
  timeSlot: 'Anytime',
  from: '2026-11-20T04:30:00.000Z',
  until: '2026-11-21T16:30:00.000Z',
})

const stored = (key: string, form?: VisitRequest['form']): VisitEvent => ({
  type: 'stored',
  request: request(key, form),
})
const after = (...events: VisitEvent[]) => events.reduce<VisitState>(visitReducer, NOTHING_SENT)
const keysOf = ({ requests }: VisitState) => requests.map(({ key }) => key)
const CORRECTING: VisitEvent = { type: 'correcting', key: '1', isFormToCome: true }
const FILLED: VisitEvent = { type: 'correcting', key: '1' }
const LEFT: VisitEvent = { type: 'correcting', key: null }
const withdrawing = (step: VisitState['step'], gone?: string): VisitEvent => ({
  type: 'withdrawing',
  step,
  ...(gone && { gone }),
})

test.for<[title: string, events: VisitEvent[], keys: string[], rest: Partial<VisitState>]>([
  ['Requests are kept in their order', [stored('1'), stored('2')], ['1', '2'], {}],
  ['Withdrawing asks first', [stored('1'), withdrawing('asked')], ['1'], { step: 'asked' }],
  ['Whoever keeps it is asked no more', [stored('1'), withdrawing('asked'), LEFT], ['1'], {}],
  [
    'One that was withdrawn is gone, and that is said',
    [stored('1'), stored('2'), withdrawing('sent'), withdrawing('withdrawn', '2')],
    ['1'],
    { step: 'withdrawn' },
  ],
  [
    'One that could not be withdrawn stays',
    [stored('1'), withdrawing('notWithdrawn')],
    ['1'],
    { step: 'notWithdrawn' },
  ],
  [
    'The next request says nothing of the one before',
    [stored('1'), withdrawing('notWithdrawn'), stored('2')],
    ['1', '2'],
    {},
  ],
  ['The form of a corrected request is filled once', [stored('1'), CORRECTING, FILLED], ['1'], { correcting: '1' }],
  [
    'The next request of the form ends the correction, and replaces the first one',
    [stored('1'), CORRECTING, FILLED, stored('2'), withdrawing('replaced', '1')],
    ['2'],
    { step: 'replaced' },
  ],
  [
    'One of the other form does not',
    [stored('1'), CORRECTING, stored('2', 'contact')],
    ['1', '2'],
    { correcting: '1', isFormToCome: true },
  ],
  ['A correction can be left', [stored('1'), CORRECTING, LEFT], ['1'], {}],
])('%s', ([, events, keys, rest]) => {
  const state = after(...events)
  expect(keysOf(state)).toEqual(keys)
  expect(state).toEqual({ ...NOTHING_SENT, requests: state.requests, ...rest })
})

test('A request that is withdrawn is corrected no more', () => {
  expect(correctedRequest(after(stored('1'), FILLED, withdrawing('withdrawn', '1')))).toBeUndefined()
})

test('A request is corrected by the next one of the same form', () => {
  const state = after(stored('1'), stored('2', 'contact'), { ...CORRECTING, key: '2' })
  expect([correctedRequest(state)?.key, correctedRequest(state, 'contact')?.key]).toEqual(['2', '2'])
  expect(correctedRequest(state, 'appointment')).toBeUndefined()
})

test('The newest request is promised until its window is over, and can be changed for a day', () => {
  const state = after(stored('1'), stored('2'))
  const at = (instant: string) => [
    promisedRequest(state, new Date(instant)),
    changeableRequest(state, new Date(instant)),
  ]
  const { phone, timeSlot, from, until } = request('2')
  const promised = { phone, timeSlot, from, until }
  expect(at('2026-11-21T04:29:59Z')).toEqual([promised, request('2')])
  expect(at('2026-11-21T04:30:00Z')).toEqual([promised, undefined])
  expect(at('2026-11-21T16:30:00Z')).toEqual([undefined, undefined])
  const { from: _, until: __, ...unknown } = request('3')
  const unpromised = after({ type: 'stored', request: unknown })
  const now = new Date(unknown.sentAt)
  expect([promisedRequest(unpromised, now), changeableRequest(unpromised, now)]).toEqual([undefined, unknown])
})

test('The next page knows everything but what is being asked, and nothing that it cannot read', () => {
  for (const state of [after(stored('1'), CORRECTING), after(stored('1'), withdrawing('notWithdrawn'))])
    expect(visitOf(textOf(state))).toEqual(state)
  for (const step of ['asked', 'sent'] as const) expect(visitOf(textOf(after(withdrawing(step)))).step).toBe('none')
  for (const text of ['', 'no JSON', 'null', '[]', '{"requests":7}']) expect(visitOf(text)).toEqual(NOTHING_SENT)
  for (const other of [null, 7, {}, { ...request('2'), from: 'soon' }, { ...request('3'), typed: null }])
    expect(visitOf(JSON.stringify({ requests: [request('1'), other] }))).toEqual(NOTHING_SENT)
})
