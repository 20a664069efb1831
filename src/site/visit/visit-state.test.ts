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
const CORRECTING: VisitEvent = { type: 'correcting', key: '1', isFormToCome: true }
const withdrawing = (step: VisitState['step'], gone?: string): VisitEvent => ({
  type: 'withdrawing',
  step,
  ...(gone && { gone }),
})

test('The next request says nothing of the one before, and one of the other form ends no correction', () => {
  const kept = after(stored('1'), withdrawing('notWithdrawn'), stored('2'))
  expect(kept).toEqual({ ...NOTHING_SENT, requests: [request('1'), request('2')] })
  const correcting = after(stored('1'), CORRECTING, stored('2', 'contact'))
  expect(correcting).toMatchObject({ correcting: '1', isFormToCome: true, requests: [{ key: '1' }, { key: '2' }] })
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
