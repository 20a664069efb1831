import { expect } from '@playwright/test'
import { test } from '../support/page/site.ts'

/** What a hospital does not say of itself: promises, superlatives, bait, pressure, witnesses, prices. */
const FORBIDDEN = [
  /guarantee/i,
  /\b(best|finest|leading|foremost|world[- ]class|top|number one|no\. ?1|unmatched|unrivalled)\b/i,
  /\b(painless|pain-free|scarless|risk-free|harmless)\b/i,
  /\b(safe|safest|safely)\b/i,
  /\b(affordable|cheap|discount|offer|deal|free|low[- ]cost|instalments?|EMI)\b/i,
  /\b(hurry|today only|only today|limited|last chance|don[’']t miss|act now|book now)\b/i,
  /\b(before and after|before\/after|testimonials?|reviews?|success stor)/i,
  /\b(perfect|flawless|beautiful|gorgeous|stunning|attractive|youthful|younger|sexy|dream|ideal|transform)/i,
  /\b(teen|girls?|boys?|child(ren)?)\b/i,
  /[₹$€£]\s*\d|\bRs\.?\s*\d/,
  /\bDr\b/,
]

for (const path of ['/', '/thank-you', '/privacy', '/no-such-page']) {
  test(`The page ${path} says nothing that a hospital may not say`, async ({ page }) => {
    await page.goto(path)
    const words = await page.evaluate(() => {
      const descriptions = [...document.querySelectorAll('meta[content], [aria-label], [alt], [title]')]
      const attributes = ['content', 'aria-label', 'alt', 'title']
      const hidden = descriptions.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ''))
      return [document.body.textContent, document.title, ...hidden].join(' · ')
    })
    expect(words.length).toBeGreaterThan(200)
    for (const pattern of FORBIDDEN) expect.soft(words).not.toMatch(pattern)
  })
}

test('Both forms say who may ask, what the details are for, and what to do in an emergency', async ({ home: page }) => {
  for (const form of ['#appointment', '#contact']) {
    const text = await page.locator(form).textContent()
    expect(text).toContain('Used only to call you back. Privacy notice. For adults. Not for emergencies: call 112.')
    await expect(page.locator(form).locator('a[href="/privacy"]')).toHaveText('Privacy notice')
  }
})

test('The sample department says that it is one', async ({ home: page }) => {
  await expect(page.getByRole('contentinfo')).toContainText('A sample department')
})
