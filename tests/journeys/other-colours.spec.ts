import { expect, type Page } from '@playwright/test'
import { type Colours, channelsOf, paletteOf } from '../../src/content/colours.ts'
import { english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, contact, field, fill, press, status } from '../support/page/forms.ts'
import { bar, openHome } from '../support/page/home-page.ts'
import { servePages } from '../support/page/serve-pages.ts'
import { test } from '../support/page/site.ts'

/** A department in blue, none of whose colours is the sample's. */
const BLUE: Colours = {
  paper: '#f4f6fb',
  bone: '#e6ebf5',
  white: '#ffffff',
  ink: '#16233f',
  inkSoft: '#3a4660',
  action: '#005eb8',
  actionDeep: '#00478a',
  bronze: '#5b6b8c',
  brass: '#7d93c4',
}

const SAMPLE = Object.values({ ...paletteOf(english.department.colours), error: '' }).filter(Boolean)

test('A department with other colours shows none of the sample’s, in any state', async ({ page }) => {
  await servePages(page, { ...english, department: { ...english.department, colours: BLUE } })
  await openHome(page)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', BLUE.paper)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectOwnColours(page, 'the home page')
  }
  await page.getByRole('button', { name: 'Next slide' }).hover()
  await expectOwnColours(page, 'an arrow under the pointer')
  await page.locator('header').getByRole('button').hover()
  await expectOwnColours(page, 'an outlined button under the pointer')
  await press(page, appointment)
  await expectOwnColours(page, 'the messages of the bar')
  await field(bar(page), 'selected').hover()
  await expectOwnColours(page, 'a field under the pointer')
  await answerCalls(page, appointment, 201)
  await fill(bar(page), appointment.values)
  await press(page, appointment)
  await expect(status(bar(page))).toHaveAttribute('data-tone', 'ok')
  await expectOwnColours(page, 'a success')
  await contact.arrive(page)
  await page.getByRole('button', { name: 'Close' }).hover()
  await expectOwnColours(page, 'the modal')
  await press(page, contact)
  await expectOwnColours(page, 'the messages of the modal')
  for (const address of ['/thank-you', '/privacy', '/no-such-page']) {
    await page.goto(address)
    await expectOwnColours(page, address)
  }
})

async function expectOwnColours(page: Page, state: string) {
  const used = await coloursIn(page)
  expect(used, state).toContain(channelsOf(BLUE.ink).join(', '))
  for (const colour of SAMPLE) {
    expect.soft(used, `${colour} in ${state}`).not.toContain(`(${channelsOf(colour).join(', ')}`)
    expect.soft(used, `${colour} in a picture of ${state}`).not.toContain(colour.slice(1))
  }
}

/** What a browser paints with a colour, of all elements and of what styles add to them. */
function coloursIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const PARTS = [undefined, '::before', '::after', '::placeholder']
    const colours = [...document.querySelectorAll('html, body, body *')].flatMap((element) =>
      PARTS.flatMap((part) => {
        const style = getComputedStyle(element, part)
        const { borderTopColor, borderBottomColor, borderLeftColor, outlineColor, color, fill, stroke } = style
        const { backgroundColor, backgroundImage, boxShadow } = style
        const lines = [borderTopColor, borderBottomColor, borderLeftColor, outlineColor]
        return [...lines, color, fill, stroke, backgroundColor, backgroundImage, boxShadow]
      }),
    )
    return [...new Set(colours)].join('\n')
  })
}
