import { expect, test } from 'vitest'
import { english } from '../../../tests/support/content.ts'
import { pagePictures } from '../picture-files.ts'
import { renderPages } from '../render.tsx'

const ASSETS = { css: '', script: '', hydration: '' }
const homeWith = (department: typeof english.department) =>
  renderPages({ ...english, department }, ASSETS)['index.html'] ?? ''

test('The page names the team with qualifications and registration numbers, and without a team has no such section', () => {
  expect(homeWith(english.department)).not.toContain('team-heading')
  const team = [
    { name: 'Dr Invented', qualification: 'MS, MCh', registration: '00-1', picture: 'team_invented' },
    { name: 'Dr Without', qualification: 'MS', registration: '00-2' },
  ]
  const department = { ...english.department, team }
  const html = homeWith(department)
  for (const text of ['Dr Invented', 'MS, MCh', 'Registration number 00-1', 'Dr Without', 'Registration number 00-2'])
    expect(html).toContain(text)
  const portraits = html.match(/pictures\/team_[\w-]+\.\w+/g) ?? []
  expect(portraits).toHaveLength(2)
  for (const file of portraits) expect(pagePictures(department).flat()).toContain(file)
})
