import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

/** One character outside the BMP, which JavaScript counts as two. */
const WIDE = '𝐀'

const NOTES: [text: unknown, status: number][] = [
  ['a', 201],
  [` ${WIDE.repeat(2_000)}\n`, 201],
  [WIDE.repeat(2_001), 422],
  [' \n ', 422],
  ['a\u0007', 422],
  [undefined, 422],
  [5, 422],
]

test('A note has up to 2,000 ordinary characters, beside the call and with it, where it may be left out', async () => {
  const { ask, report, coordinator, database } = await startCalls()
  const kept: string[] = []
  for (const [number, [text, status]] of NOTES.entries()) {
    const id = await ask({ phone: `000000000${number}` })
    const answer = await coordinator.post(`/api/callbacks/${id}/notes`, { text })
    expect(answer.statusCode, `${number}`).toBe(status)
    if (status === 422) expect(Object.keys(answer.json().errors)).toEqual(['text'])
    const isNone = text === undefined || String(text).trim() === ''
    expect((await report(id, 'busy', { note: text as string })).statusCode, `${number}`).toBe(isNone ? 201 : status)
    if (status === 201) kept.push(String(text).trim(), String(text).trim())
  }
  const notes = await database.selectFrom('notes').select('text').execute()
  expect(notes.map((note) => note.text).sort()).toEqual(kept.sort())
})
