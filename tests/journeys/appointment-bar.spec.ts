import { expect, type Page } from '@playwright/test'
import { SERVICES } from '../../src/callback-request/services.ts'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { contents } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, field, fill, formsIn, press, status } from '../support/page/forms.ts'
import { bar, hero, openHome } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const NAMES = ['fullname', 'phone', 'email', 'time_slot', 'selected']
const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
const summary = (page: Page) => bar(page).locator('summary')

async function expectFields(page: Page, visible: boolean) {
  for (const name of NAMES) await expect(field(bar(page), name)).toBeVisible({ visible })
  await expect(bar(page).getByRole('button', { name: 'SEND' })).toBeVisible({ visible })
}

/** How far the bar's lower edge is from the window's. */
const aboveTheFoot = (page: Page) =>
  bar(page).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)

test('The appointment form asks for name, mobile number, email, slot and service, and offers those of the specification', async ({
  home: page,
}) => {
  await expect(bar(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute('name', 'fullname')
  await expect(bar(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute('placeholder', 'Enter Name')
  await expect(bar(page).getByRole('textbox', { name: 'Mobile number' })).toHaveAttribute('name', 'phone')
  await expect(bar(page).getByRole('textbox', { name: 'Email' })).toHaveAttribute('name', 'email')
  const beforePhone = await field(bar(page), 'phone').evaluate(
    ({ parentElement }) => parentElement && getComputedStyle(parentElement, '::before').content,
  )
  expect(beforePhone, 'what nobody has to type').toBe('"+91"')
  const slot = bar(page).getByRole('combobox', { name: 'Preferred callback time' })
  await expect(slot).toHaveAttribute('name', 'time_slot')
  await expect(bar(page).getByRole('combobox', { name: 'Type of service' })).toHaveAttribute('name', 'selected')
  await expect(bar(page).getByRole('button')).toHaveText(['SEND'])
  await expectOptions(page, 'selected', SERVICES)
  await expectOptions(page, 'time_slot', TIME_SLOTS)
})

async function expectOptions(page: Page, name: string, wanted: readonly string[]) {
  const options = await field(bar(page), name).evaluate((select) =>
    [...(select as HTMLSelectElement).options].map(({ value, text }) => ({ value, text })),
  )
  expect(options[0]?.value).toBe('')
  expect(options.slice(1)).toEqual(wanted.map((option) => ({ value: option, text: option })))
  await expect(field(bar(page), name)).toHaveValue('')
}

test('A status line appears below the fields of the appointment form', async ({ home: page }) => {
  const lowest = await Promise.all(NAMES.map(async (name) => (await field(bar(page), name).boundingBox())?.y ?? 0))
  const line = await status(bar(page)).boundingBox()
  expect(line?.y).toBeGreaterThan(Math.max(...lowest) + 30)
})

test('From 768 × 576 on the bar shows all its fields; below, it is slim and covers no control of the banner', async ({
  home: page,
}) => {
  for (const [name, width, height, isSlim] of [
    ['a laptop at 150 %', 911, 512, true],
    ['a large browser font', 853, 533, true],
    ['a low window', 1280, 560, true],
    ['1280 × 720', 1280, 720, false],
    ['768 × 576', 768, 576, false],
    ['1920 × 800', 1920, 800, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(bar(page).locator('summary'), name).toBeVisible({ visible: isSlim })
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
  for (const size of [{ width: 1280, height: 800 }, { width: 768, height: 1024 }, ...PHONES]) {
    await page.setViewportSize(size)
    for (const part of [0, 0.3, 0.8, 1]) {
      await page.evaluate((share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share), part)
      await expect.poll(() => aboveTheFoot(page), `at ${size.width} px`).toBeCloseTo(0, 0)
    }
  }
  await page.evaluate(() => scrollTo(0, 0))
  for (const size of [
    { width: 844, height: 390 },
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

test('On a phone a slim bar opens its fields in place and closes them', async ({ page }) => {
  for (const size of PHONES) {
    await page.setViewportSize(size)
    await openHome(page)
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await scrolled()
    const box = await summary(page).boundingBox()
    await page.mouse.click(40, Number(box?.y) + 20) // a locator's click would scroll by itself
    await expectFields(page, true)
    expect(await scrolled()).toBe(before)
    await fill(bar(page), appointment.values)
    await expect(bar(page).getByRole('button', { name: 'SEND' })).toBeEnabled()
    await summary(page).click()
    await expectFields(page, false)
    await summary(page).click()
    await expect(field(bar(page), 'fullname')).toHaveValue('Asha Rao')
  }
})

test('The address /#appointment and a mistake open the bar on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
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
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expectFields(page, true)
  await expect(field(bar(page), 'fullname')).toBeFocused()
})

for (const { code, path } of contents) {
  test(`Messages move no field (${code})`, async ({ page }) => {
    const places = () =>
      bar(page)
        .locator('input:visible, select')
        .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().left))
    for (const width of [768, 1024, 1200, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await openHome(page, path)
      const before = await places()
      await bar(page).locator('[type="submit"]').click()
      await expect(bar(page).locator('[aria-invalid="true"]')).toHaveCount(5)
      expect.soft(await places(), `at ${width} px`).toEqual(before)
    }
  })
}

for (const content of contents) {
  test(`The hint is on a line with the note, and stays in sight while the form is sent (${content.code})`, async ({
    page,
  }) => {
    const [form] = formsIn(content)
    await answerCalls(page, form, 'silence')
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await openHome(page, content.path)
      const { hint, note } = await lastLines(page)
      expect.soft(hint, `at ${width} px`).toBeCloseTo(note, 0)
      await fill(bar(page), form.values)
      await press(page, form)
      await expect(status(bar(page))).not.toBeEmpty()
      expect.soft((await lastLines(page)).isHintOnTop, `at ${width} px`).toBe(true)
    }
  })
}

/** Where the last lines of the hint and of the note end, and whether nothing covers the hint. */
function lastLines(page: Page) {
  return status(bar(page)).evaluate((line) => {
    const hint = document.querySelector('#appointment-time_slot-hint')
    const note = line.parentElement?.nextElementSibling
    const [hintLine, noteLine] = [hint, note].map((element) => {
      const range = document.createRange()
      if (element) range.selectNodeContents(element)
      return [...range.getClientRects()].at(-1) ?? new DOMRect()
    }) as [DOMRect, DOMRect]
    const { left, width, top, height, bottom } = hintLine
    const isHintOnTop = document.elementFromPoint(left + width / 2, top + height / 2) === hint
    return { hint: bottom, note: noteLine.bottom, isHintOnTop }
  })
}
