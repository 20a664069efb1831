import { expect, test } from 'vitest'
import { campaignOfReferer } from './calling-page.ts'

const NONE = { source: null, medium: null, campaign: null, term: null, content: null }
const LONG = `${'𝒜'.repeat(60)}\u0000\u0007\n${'b'.repeat(60)}`
const ALL = { source: 'letter', medium: 'post', campaign: 'autumn 2026', term: 'nose', content: 'b' }

test('The five utm_ values of the page address are read, up to 100 ordinary characters of each, and nothing else', () => {
  const parameters = 'utm_source=letter&utm_medium=post&utm_campaign=autumn+2026&utm_term=nose&utm_content=b&email=x'
  for (const [referer, campaign] of [
    [`https://clinic.example/?${parameters}`, ALL],
    [
      `https://clinic.example/?utm_source=${encodeURIComponent(LONG)}`,
      { ...NONE, source: '𝒜'.repeat(60) + 'b'.repeat(40) },
    ],
    [undefined, null],
    ['', null],
    ['not an address', null],
    ['https://clinic.example/', null],
    ['https://clinic.example/?utm_source=&utm_medium=%20%00', null],
    ['https://clinic.example/?source=letter', null],
  ] as const) {
    expect(campaignOfReferer(referer), referer).toEqual(campaign)
  }
})
