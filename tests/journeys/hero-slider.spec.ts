import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { field } from '../support/page/forms.ts'
import { bar, hero, openHome, shownIn, slidesOf, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

const FILES = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']

test('Slides change with a fade; those that are not on show are inert and, after it, hidden', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  const halfway = await hero(page).evaluate(async (banner) => {
    banner.querySelector<HTMLButtonElement>('[data-icon="next"]')?.click()
    await scheduler.postTask(() => {}, { priority: 'background' }) // the slides have their attributes by then
    const slides = [...banner.querySelectorAll('[role="group"]')]
    const fades = slides
      .flatMap((slide) => slide.getAnimations() as CSSTransition[])
      .filter(({ transitionProperty }) => transitionProperty === 'opacity')
    for (const fade of fades) {
      fade.pause()
      fade.currentTime = Number(fade.effect?.getComputedTiming().duration) / 2
    }
    const opacities = slides.map((slide) => Number(getComputedStyle(slide).opacity))
    for (const fade of fades) fade.play()
    return opacities
  })
  expect(halfway).toHaveLength(3)
  for (const opacity of halfway.slice(0, 2)) {
    expect(opacity).toBeGreaterThan(0)
    expect(opacity).toBeLessThan(1)
  }
  const slides = slidesOf(hero(page))
  for (const [at, visibility] of ['hidden', 'visible', 'hidden'].entries()) {
    await expect(slides.nth(at)).toHaveCSS('visibility', visibility)
    await expect(slides.nth(at)).toHaveJSProperty('inert', visibility === 'hidden')
  }
})

test('The old text is gone before the new one comes, and the button has the same place on every slide', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const opacities = await hero(page).evaluate(async (banner) => {
    banner.querySelector<HTMLButtonElement>('[data-icon="next"]')?.click()
    await scheduler.postTask(() => {}, { priority: 'background' })
    const texts = [...banner.querySelectorAll('h2')].slice(0, 2).map(({ parentElement }) => parentElement as Element)
    const fades = texts.flatMap((text) => text.getAnimations())
    for (const fade of fades) fade.pause()
    return [60, 159, 161, 300].map((ms) => {
      for (const fade of fades) fade.currentTime = ms
      return texts.map((text) => Number(getComputedStyle(text).opacity))
    })
  })
  expect(opacities).toHaveLength(4)
  for (const [before, after] of opacities) expect(Math.min(Number(before), Number(after))).toBe(0)
  for (const width of [320, 390, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const buttons = await slidesOf(hero(page))
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    expect(buttons, `at ${width} px`).toEqual(buttons.map(() => buttons[0]))
  }
})

test('Each slide has its text and class, and as background its banner, named as JPG beside AVIF', async ({
  home: page,
}) => {
  for (const [at, { id, heading, tagline, bgClass }] of english.slides.entries()) {
    const slide = slidesOf(hero(page)).nth(at)
    expect(id).toBe(at + 1)
    await expect(slide.locator('h2')).toHaveText(heading)
    await expect(slide.locator('p')).toHaveText(tagline)
    await expect(slide).toContainClass(bgClass)
    for (const width of [390, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      for (const type of ['jpg', 'avif'])
        await expect
          .soft(slide, `at ${width} px`)
          .toHaveCSS('background-image', new RegExp(`${FILES[at]}[^"]*\\.${type}`))
    }
  }
})

test('The banners are static JPGs under the names of the specification, and there is an icon', async ({ request }) => {
  for (const [file, type, begin] of [
    ...FILES.map((banner) => [`${banner}.jpg`, 'image/jpeg', 'ffd8ffdb'] as const),
    ['favicon.ico', 'image/x-icon', '00000100'],
  ] as const) {
    const answer = await request.get(`/${file}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe(type)
    expect((await answer.body()).subarray(0, 4).toString('hex')).toBe(begin)
  }
})

test('The button of each slide chooses its procedure in the form and leads there', async ({ page }) => {
  await stopClock(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  for (const service of ['Breast Augmentation', 'Abdominoplasty', 'Rhinoplasty']) {
    await shownIn(hero(page)).getByRole('button', { name: 'Get a callback' }).click()
    await expect(field(bar(page), 'selected')).toHaveValue(service)
    await expect(field(bar(page), 'fullname')).toBeFocused()
    await bar(page).locator('summary').click()
    await hero(page).getByRole('button', { name: 'Next slide' }).click()
  }
})
