import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, fill, press } from '../support/page/forms.ts'
import { bar, carousel, hero, openHome, stopClock } from '../support/page/home-page.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

/*
 * What a screen reader announces, read from Chromium's accessibility tree: names, roles, states and announcements.
 */

/** Everything in the accessibility tree, as `role "name"`, in reading order. */
async function accessibilityTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id)
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : []
  }
  return inOrder(nodes[0]?.nodeId ?? '')
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => `${role?.value} "${name?.value ?? ''}"`)
    .filter((line) => !/^(StaticText|InlineTextBox|ListMarker|LabelText|none|generic)/.test(line))
}

test('A screen reader announces the banner as a carousel: its buttons first, then the one slide on show', async ({
  page,
}) => {
  await stopClock(page)
  await openHome(page)
  const lines = await accessibilityTree(page)
  const from = lines.indexOf('region "Featured procedures"')
  expect(lines.slice(from + 1, from + 9)).toEqual([
    'button "Pause slides"',
    'button "Previous slide"',
    'button "Next slide"',
    'group "1 of 3"',
    'heading "Breast augmentation"',
    'paragraph ""',
    'button "Get a callback"',
    'region "Procedures"',
  ])
  for (const [part, slides] of [
    [hero(page), 3],
    [carousel(page), 16],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', 'carousel')
    await expect(part.locator('[role="group"][aria-roledescription="slide"]')).toHaveCount(slides)
  }
  await expect(hero(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  await hero(page).getByRole('button', { name: 'Pause slides' }).click()
  await expect(hero(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await hero(page).getByRole('button', { name: 'Next slide' }).click()
  await expect.poll(() => accessibilityTree(page)).not.toContain('group "1 of 3"')
  expect(await accessibilityTree(page)).toContain('heading "Abdominoplasty"')
})

test('A screen reader announces the procedures as a carousel: only the cards in view, each button with its procedure', async ({
  page,
}) => {
  await openHome(page)
  await carousel(page).getByRole('button', { name: 'Pause procedures' }).click()
  await carousel(page).getByRole('button', { name: 'Go to procedure 15 of 16' }).click()
  await expect.poll(() => accessibilityTree(page)).not.toContain('group "2 of 16"')
  const lines = await accessibilityTree(page)
  const from = lines.indexOf('region "Procedures"')
  expect(lines.slice(from + 1, from + 6)).toEqual([
    'heading "Procedures"',
    'paragraph ""',
    'button "Play procedures"',
    'button "Previous procedures"',
    'button "Next procedures"',
  ])
  expect(lines.filter((line) => /^group ".* of 16"|^button "Ask/.test(line))).toEqual([
    'group "1 of 16"',
    'button "Ask for a callback about Abdominoplasty"',
    'group "15 of 16"',
    'button "Ask for a callback about Scar Revision"',
    'group "16 of 16"',
    'button "Ask for a callback about Vaginoplasty"',
  ])
  expect(lines.filter((line) => line.startsWith('button "Go to procedure'))).toHaveLength(16)
  await expect(carousel(page).locator('[aria-current="true"]')).toHaveAccessibleName('Go to procedure 15 of 16')
})

test('Every status is announced: the live region is there before it speaks', async ({ page }) => {
  const server = await answerCalls(page, appointment, 'silence')
  await openHome(page)
  const announced = page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const line = document.querySelector('#appointment [role="status"]')
        const said: string[] = []
        new MutationObserver(() => {
          said.push(line?.textContent ?? '')
          if (said.at(-1)?.startsWith('Thanks')) done(said)
        }).observe(line as Node, { childList: true, characterData: true, subtree: true })
      }),
  )
  await press(page, appointment)
  await fill(bar(page), appointment.values)
  await press(page, appointment)
  await expect(bar(page).getByRole('button', { name: 'SEND' })).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => server.calls.length).toBe(1)
  await server.answerNow(201)
  expect(await announced).toEqual(['Please fill the form correctly.', 'Sending...', 'Thanks for your submission!'])
})
