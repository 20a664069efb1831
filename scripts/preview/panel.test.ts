import { expect, test } from 'vitest'
import { contents } from '../../tests/support/content.ts'
import { panelOf } from './panel.ts'

const above = (mistakes: string[], warnings: string[]) =>
  panelOf({ contents, mistakes, warnings, notes: [] }, ['en.json, hero, label: 19 letters; at most 40 fit'])

test('The panel is closed when nothing is wrong, and tells mistakes from warnings', () => {
  const closed = above([], [])
  expect(closed).toContain('<details>\n<summary>Nothing is wrong</summary>')
  expect(closed).toContain('<li><code>en.json, hero, label</code>: 19 letters; at most 40 fit</li>')
  const open = above(
    ['en.json, hero, label: "<script>&: " has'],
    ['hi.json, description: promises', 'hi.json, name: too'],
  )
  expect(open).toContain('<details open')
  expect(open).toContain('1 mistake, 2 warnings. Below, the page is as it last was without mistakes.')
  expect(open).toContain('<code>en.json, hero, label</code>: &quot;&lt;script&gt;&amp;: &quot; has')
  expect(above([], ['hi.json, description: promises'])).toContain('<summary>1 warning</summary>')
  const never = panelOf({ contents: undefined, mistakes: ['en.json: is empty'], warnings: [], notes: [] })
  expect(never).toContain('<summary>1 mistake. The page appears as soon as nothing is wrong.</summary>')
})
