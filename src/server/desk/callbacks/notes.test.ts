import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

/** One character outside the BMP, which JavaScript counts as two. */
const WIDE = '𝐀'

test.each([
  ['of 1 character', 'a', 201],
  ['of 2,000 characters between spaces', ` ${WIDE.repeat(2_000)}\n`, 201],
  ['of 2,001 characters', WIDE.repeat(2_001), 422],
  ['of spaces only', ' \n ', 422],
  ['with a control character', 'a\u0007', 422],
  ['that is missing', undefined, 422],
  ['that is no text', 5, 422],
])('A note %s is answered alike beside the call and with it', async (_, text, status) => {
  const { ask, coordinator, database } = await startCalls()
  const id = await ask()
  const answer = await coordinator.post(`/api/callbacks/${id}/notes`, { text })
  expect(answer.statusCode).toBe(status)
  await coordinator.post(`/api/callbacks/${id}/claim`)
  const saved = await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'busy', note: text })
  // With a call a note may be left out.
  const isNone = text === undefined || String(text).trim() === ''
  expect(saved.statusCode).toBe(isNone ? 201 : status)
  const notes = await database.selectFrom('notes').select('text').execute()
  const kept = { text: String(text).trim() }
  expect(notes).toEqual(status === 201 ? [kept, kept] : [])
  if (status === 422) expect(Object.keys(answer.json().errors)).toEqual(['text'])
})
