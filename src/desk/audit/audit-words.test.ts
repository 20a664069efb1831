import { expect, test } from 'vitest'
import { whatHappened } from './audit-words.ts'

test('An outcome is said as its button says it', () => {
  const event = { id: '1', at: '2026-11-20T09:30:00.000Z', by: 'asha', subject: '7K3M-9RXD', client: null }
  const said = (outcome: string) => whatHappened({ ...event, kind: 'outcome', detail: { outcome } }, (id) => id)
  expect(said('no_answer')).toBe('Saved an outcome for 7K3M-9RXD: No answer')
})
