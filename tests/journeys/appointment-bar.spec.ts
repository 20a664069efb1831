import { expect, type Locator, type Page } from '@playwright/test'
import { SERVICES } from '../../src/callback-request/services.ts'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { contents } from '../support/content.ts'
import { field, status } from '../support/page/forms.ts'
import { bar, hero, openHome } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const NAMES = ['fullname', 'phone', 'email', 'time_slot', 'selected']
const PHONE = { width: 320, height: 568 }
const summary = (page: Page) => bar(page).locator('summary')

async function expectFields(page: Page, visible: boolean) {
  for (const name of NAMES) await expect(field(bar(page), name)).toBeVisible({ visible })
  await expect(bar(page).getByRole('button', { name: 'SEND' })).toBeVisible({ visible })
}

test('The appointment form asks for name, mobile number, email, slot and service, and offers those of the specification', async ({
  home: page,
}) => {
  for (const [role, label, name] of [
    ['textbox', 'Name', 'fullname'],
    ['textbox', 'Mobile number', 'phone'],
    ['textbox', 'Email', 'email'],
    ['combobox', 'Preferred callback time', 'time_slot'],
    ['combobox', 'Type of service', 'selected'],
  ] as const)
    await expect(bar(page).getByRole(role, { name: label })).toHaveAttribute('name', name)
  await expect(field(bar(page), 'fullname')).toHaveAttribute('placeholder', 'Enter Name')
  const beforePhone = await field(bar(page), 'phone').evaluate(
    ({ parentElement }) => parentElement && getComputedStyle(parentElement, '::before').content,
  )
  expect(beforePhone, 'what nobody has to type').toBe('"+91"')
  await expect(bar(page).getByRole('button')).toHaveText(['SEND'])
  await expectOptions(page, 'selected', SERVICES)
  await expectOptions(page, 'time_slot', TIME_SLOTS)
  const lowest = await Promise.all(NAMES.map(async (name) => (await field(bar(page), name).boundingBox())?.y ?? 0))
  const line = await status(bar(page)).boundingBox()
  expect(line?.y, 'the status line, below the fields').toBeGreaterThan(Math.max(...lowest) + 30)
})

async function expectOptions(page: Page, name: string, wanted: readonly string[]) {
  const options = await field(bar(page), name).evaluate((select) =>
    [...(select as HTMLSelectElement).options].map(({ value, text }) => ({ value, text })),
  )
  expect(options[0]?.value).toBe('')
  expect(options.slice(1)).toEqual(wanted.map((option) => ({ value: option, text: option })))
  await expect(field(bar(page), name)).toHaveValue('')
}

test('From 768 × 576 on the bar shows all its fields; below, it is slim and covers no control of the banner', async ({
  home: page,
}) => {
  for (const [name, width, height, isSlim] of [
    ['a laptop at 150 %', 911, 512, true],
    ['a large browser font', 853, 533, true],
    ['a low window', 1280, 560, true],
    ['1280 × 720', 1280, 720, false],
    ['768 × 576', 768, 576, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(summary(page), name).toBeVisible({ visible: isSlim })
    await expectFields(page, !isSlim)
    if (!isSlim) {
      for (const control of [...NAMES.map((one) => field(bar(page), one)), bar(page).getByRole('button')])
        await expect(control, name).toBeInViewport({ ratio: 1 })
      continue
    }
    const { y: top = 0 } = (await bar(page).boundingBox()) ?? {}
    for (const button of ['Get a callback', 'Next slide']) {
      const part = hero(page).getByRole('button', { name: button }).filter({ visible: true })
      const { y = 0, height: tall = 0 } = (await part.boundingBox()) ?? {}
      expect(y + tall, `${button} with ${name}`).toBeLessThanOrEqual(top)
    }
  }
})

test('The appointment bar sticks to the foot of the page, but not under 30rem of height', async ({ home: page }) => {
  const aboveTheFoot = () => bar(page).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
  for (const size of [{ width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size)
    for (const part of [0, 0.3, 1]) {
      await page.evaluate((share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share), part)
      await expect.poll(aboveTheFoot, `at ${size.width} px`).toBeCloseTo(0, 0)
    }
  }
  await page.evaluate(() => scrollTo(0, 0))
  for (const size of [
    { width: 1280, height: 479 },
    { width: 568, height: 320 },
  ]) {
    await page.setViewportSize(size)
    await expect(bar(page)).not.toBeInViewport()
  }
  // A card's button then goes to the form at the end of the page.
  await page.locator('a[data-service]').first().click()
  await expect(field(bar(page), 'fullname')).toBeInViewport()
})

test('The address /#appointment and a mistake open the bar on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openHome(page, '/#appointment')
  await expectFields(page, true)
  await openHome(page)
  await expectFields(page, false)
  await page.evaluate(() => {
    location.hash = '#appointment'
  })
  await expectFields(page, true)
  await summary(page).click()
  await expectFields(page, false)
  await bar(page)
    .locator('form[action]')
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expectFields(page, true)
  await expect(field(bar(page), 'fullname')).toBeFocused()
})

for (const content of contents) {
  test(`Messages move no field, and the hint is under its field, from 1200 px on a line with the note (${content.code})`, async ({
    page,
  }) => {
    const places = () =>
      bar(page)
        .locator('input:visible, select')
        .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().left))
    const note = status(bar(page)).locator('xpath=../following-sibling::p')
    const hint = bar(page).locator('#appointment-time_slot-hint')
    const slot = field(bar(page), 'time_slot')
    const side = async (element: Locator, name: 'bottom' | 'left' | 'top') =>
      element.evaluate((one, key) => one.getBoundingClientRect()[key], name)
    const widths = [768, 1024, 1200, 1280, 1920]
    const before: number[][] = []
    await openHome(page, content.path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      before.push(await places())
      expect.soft(await side(hint, 'left'), `at ${width} px`).toBeCloseTo(await side(slot, 'left'), 0)
      expect.soft((await side(hint, 'top')) - (await side(slot, 'bottom')), `at ${width} px`).toBeLessThan(8)
      if (width > 1200)
        expect.soft(await side(hint, 'bottom'), `at ${width} px`).toBeCloseTo(await side(note, 'bottom'), 0)
    }
    await bar(page).locator('[type="submit"]').click()
    await expect(bar(page).locator('[aria-invalid="true"]')).toHaveCount(5)
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await places(), `at ${width} px`).toEqual(before[at])
    }
  })
}
