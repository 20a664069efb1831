import { expect } from '@playwright/test'
import { carousel, hero, openHome, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

// What a screen reader announces: names, roles, states and announcements. `procedures-carousel` has which cards are inert.

test('A screen reader announces both carousels: their buttons first, then the slides on show, each button with its procedure', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  await expect(hero(page)).toMatchAriaSnapshot(`
    - region "Featured procedures":
      - /children: equal
      - button "Pause slides"
      - button "Previous slide"
      - button "Next slide"
      - group "1 of 3":
        - heading "Breast augmentation" [level=2]
        - paragraph
        - button "Get a callback"
  `)
  await expect(carousel(page)).toMatchAriaSnapshot(`
    - region "Procedures":
      - heading "Procedures" [level=2]
      - paragraph
      - button "Pause procedures"
      - button "Previous procedures"
      - button "Next procedures"
      - group "1 of 16":
        - heading "Abdominoplasty" [level=3]
        - paragraph
        - button "Get a callback about Abdominoplasty"
      - group "2 of 16"
      - group "3 of 16"
      - button "Go to procedure 1 of 16"
  `)
  for (const [part, slides] of [
    [hero(page), 3],
    [carousel(page), 16],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', 'carousel')
    await expect(part.locator('[role="group"][aria-roledescription="slide"]')).toHaveCount(slides)
    await expect(part.locator('[data-slides]')).toHaveAttribute('aria-live', 'off')
    await part.getByRole('button', { name: /^Pause/ }).click()
    await expect(part.locator('[data-slides]')).toHaveAttribute('aria-live', 'polite')
  }
})
