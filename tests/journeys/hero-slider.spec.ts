import { expect } from '@playwright/test'
import { hero, openHome, shownIn, slidesOf, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

const FILES = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']
const shownHeading = (page: Parameters<typeof hero>[0]) => shownIn(hero(page)).getByRole('heading')

test('Slides change with a fade', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  const halfway = await hero(page).evaluate(async (banner) => {
    banner.querySelector<HTMLButtonElement>('[data-icon="next"]')?.click()
    await scheduler.postTask(() => {}, { priority: 'background' }) // React has set the slides' attributes by then
    const fades = banner.getAnimations({ subtree: true }).filter(isFadeOfASlide)
    for (const fade of fades) {
      fade.pause()
      fade.currentTime = Number(fade.effect?.getComputedTiming().duration) / 2
    }
    const slides = [...banner.querySelectorAll('[role="group"]')]
    return slides.map((slide) => Number(getComputedStyle(slide).opacity))

    function isFadeOfASlide(animation: Animation): boolean {
      const target = (animation.effect as KeyframeEffect | null)?.target
      const isOpacity = (animation as CSSTransition).transitionProperty === 'opacity'
      return isOpacity && target?.getAttribute('role') === 'group'
    }
  })
  expect(halfway).toHaveLength(3)
  for (const opacity of halfway.slice(0, 2)) {
    expect(opacity).toBeGreaterThan(0)
    expect(opacity).toBeLessThan(1)
  }
})

test('Slides that are not on show are inert and, after the fade, hidden', async ({ page }) => {
  await stopClock(page)
  await openHome(page)
  await hero(page).getByRole('button', { name: 'Next slide' }).click()
  const slides = slidesOf(hero(page))
  for (const [at, visibility] of ['hidden', 'visible', 'hidden'].entries()) {
    await expect(slides.nth(at)).toHaveCSS('visibility', visibility)
    await expect(slides.nth(at)).toHaveJSProperty('inert', visibility === 'hidden')
  }
})

test('The text block is narrower on small screens and wider from the medium breakpoint up', async ({ home: page }) => {
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    // The block that holds heading and tagline.
    return shownHeading(page).evaluate((heading) => heading.parentElement?.getBoundingClientRect().width ?? 0)
  }
  const small = [await widthAt(390), await widthAt(640), await widthAt(767)]
  const medium = [await widthAt(768), await widthAt(1024), await widthAt(1280)]
  expect(Math.min(...medium)).toBeGreaterThan(Math.max(...small))
})

test('Each slide has its banner as background, named as JPG beside AVIF', async ({ home: page }) => {
  for (const width of [390, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [at, file] of FILES.entries()) {
      const image = await slidesOf(hero(page))
        .nth(at)
        .evaluate((slide) => {
          const elements = [slide, ...slide.querySelectorAll('*')]
          return elements.map((element) => getComputedStyle(element).backgroundImage).join(' ')
        })
      expect.soft(image, `slide ${at + 1} at ${width} px`).toMatch(new RegExp(`${file}[^"]*\\.jpg`))
      expect.soft(image, `slide ${at + 1} at ${width} px`).toMatch(new RegExp(`${file}[^"]*\\.avif`))
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
