import { expect } from '@playwright/test'
import { aboutOf, askInTurn, holdBack, nameOf, noteOf, numberOf, press, saved } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

test('One person after the other is called by keys alone, and the keys can be switched off', async ({ page, desk }) => {
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented', 'Kiran Invented')
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await expect(aboutOf(page, 'Ravi Invented')).toBeVisible()
  await page.keyboard.press('5')
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.type('x5 in the note')
  await expect(noteOf(page)).toHaveValue('x5 in the note')
  for (let pressed = 0; pressed < 8; pressed++) {
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('[aria-keyshortcuts]:focus')).toHaveCount(0)
  }
  await noteOf(page).focus()
  await page.keyboard.press('Escape')
  for (let opened = 0; opened < 2; opened++) {
    await page.keyboard.press('7')
    await expect(page.getByRole('group', { name: 'Call later' }).getByLabel('Day')).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('1')
  await expect(saved(page)).toContainText('Saved for Ravi Invented: Reached.')
  await expect(nameOf(page, 'Devika Invented')).toBeFocused()
  await page.keyboard.press('u')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await expect(noteOf(page)).toHaveValue('x5 in the note')
  await expect(nameOf(page, 'Ravi Invented')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.keyboard.press('u')
  await page.keyboard.press('x')
  await expect(nameOf(page, 'Ravi Invented')).toBeFocused()
  await page.keyboard.press('j')
  await expect(aboutOf(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('k')
  await expect(nameOf(page, 'Ravi Invented')).toBeFocused()

  // Nothing is asked about a call that is just being saved.
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  const release = await holdBack(page, '**/outcomes')
  for (const key of ['1', 'j', 'c']) await page.keyboard.press(key)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  release()
  await expect(saved(page)).toBeVisible()
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()
  await page.keyboard.press('7')
  await press(page, 'Save')
  await expect(saved(page)).toContainText('Saved for Devika Invented')
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Kiran Invented')).toBeFocused()
  await page.keyboard.press('4')
  await expect(saved(page)).toContainText('Saved for Kiran Invented')
  // With nobody due, whoever was just called is not offered again, though nobody comes before.
  await expect(aboutOf(page, 'Devika Invented')).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await look(page, 'Keyboard shortcuts')
  await page.getByLabel('Use keyboard shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(nameOf(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('h3:focus')).toHaveCount(0)
})
