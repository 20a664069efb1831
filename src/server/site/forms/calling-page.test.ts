import { expect, test } from 'vitest'
import { campaignOfReferer } from './calling-page.ts'

const NONE = { source: null, medium: null, campaign: null, term: null, content: null }

test('The five utm_ values of the page address are read, and nothing else of it', () => {
  const page =
    'https://clinic.example/?utm_source=letter&utm_medium=post&utm_campaign=autumn+2026&utm_term=nose&utm_content=b&email=x'
  expect(campaignOfReferer(page)).toEqual({
    source: 'letter',
    medium: 'post',
    campaign: 'autumn 2026',
    term: 'nose',
    content: 'b',
  })
})

test('A value has at most 100 characters, without control characters', () => {
  const source = `${'𝒜'.repeat(60)}\u0000\u0007\n${'b'.repeat(60)}`
  const campaign = campaignOfReferer(`https://clinic.example/?utm_source=${encodeURIComponent(source)}`)
  expect(campaign).toEqual({ ...NONE, source: '𝒜'.repeat(60) + 'b'.repeat(40) })
})

test('Without a value there is no campaign', () => {
  for (const referer of [
    undefined,
    '',
    'not an address',
    'https://clinic.example/',
    'https://clinic.example/?utm_source=&utm_medium=%20%00',
    'https://clinic.example/?source=letter',
  ]) {
    expect(campaignOfReferer(referer), referer).toBeNull()
  }
})
