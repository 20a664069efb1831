import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a hospital does not say of itself: bait, witnesses, beauty, minors, prices, titles. `promise-rules.ts` has the rest. */
const FORBIDDEN = [
  /\b(offer|deal|free|instalments?|EMI|leading|foremost|top)\b|किस्त/i,
  /\b(before and after|before\/after|testimonials?|reviews?|success stor)|पहले और बाद|समीक्षा|सफलता की कहानी|प्रशंसापत्र/i,
  /\b(perfect|beautiful|gorgeous|stunning|attractive|youthful|younger|sexy|dream|ideal|transform)/i,
  /ख़ूबसूरत|खूबसूरत|सुंदर|आकर्षक|परफ़ेक्ट|बेदाग|जवान|सपनों|कायाकल्प|निखार/,
  /\b(teen|girls?|boys?|child(ren)?)\b/i,
  /[₹$€£]\s*\d|\bRs\.?\s*\d|रुपये|रुपए/,
  /\bDr\b|डॉ\./,
]

test('No page says in any language what a hospital does not say of itself', () => {
  const pages = globSync('dist/client/**/*.html')
  expect(pages.length).toBeGreaterThan(7)
  for (const page of pages) {
    const said = readFileSync(page, 'utf8').replace(/<(style|script)\b.*?<\/\1>/gs, '')
    for (const pattern of FORBIDDEN) expect.soft(said, page).not.toMatch(pattern)
  }
})
