import { expect, type Locator, type Page } from '@playwright/test'
import { hero, shownIn } from './home-page.ts'

/** What a visitor needs of the banner. */
export const bannerParts = (page: Page) => ({
  heading: shownIn(hero(page)).getByRole('heading'),
  button: shownIn(hero(page)).getByRole('button', { name: 'Get a callback' }),
  next: hero(page).getByRole('button', { name: 'Next slide' }),
})

/** Expects all of an element in the window, with nothing over it. */
export async function expectUncovered(part: Locator, when: string) {
  await expect(part, when).toBeInViewport({ ratio: 1 })
  const isCovered = await part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].some((y) => {
      const found = document.elementFromPoint((left + right) / 2, y)
      return found !== element && !element.contains(found) && !found?.contains(element)
    })
  })
  expect(isCovered, when).toBe(false)
}
