import { describe, expect, it } from 'vitest'
import { contents } from '../../tests/support/content.ts'
import { panelOf } from './panel.ts'

const above = (mistakes: string[], warnings: string[]) =>
  panelOf({ contents, mistakes, warnings, notes: [] }, ['en.json, hero, label: 19 letters; at most 40 fit'])

describe('The panel above a page', () => {
  it('is closed when nothing is wrong, and says how many letters fit each text', () => {
    const panel = above([], [])
    expect(panel).toContain('<details>\n<summary>Nothing is wrong</summary>')
    expect(panel).toContain('<li><code>en.json, hero, label</code>: 19 letters; at most 40 fit</li>')
    expect(above(['en.json: is empty'], [])).toContain('<details open')
  })

  it('tells mistakes, which hold the page back, from warnings, which do not', () => {
    const one = above(['en.json, hero, label: is empty'], ['hi.json, description: promises', 'hi.json, name: too'])
    expect(one).toContain('1 mistake, 2 warnings. Below, the page is as it last was without mistakes.')
    expect(one).toContain('<li><code>en.json, hero, label</code>: is empty</li>')
    const other = above([], ['hi.json, description: promises'])
    expect(other).toContain('<summary>1 warning</summary>')
  })

  it('says that there is no page while there has been none without mistakes', () => {
    const panel = panelOf({ contents: undefined, mistakes: ['en.json: is empty'], warnings: [], notes: [] })
    expect(panel).toContain('<summary>1 mistake. The page appears as soon as nothing is wrong.</summary>')
  })

  it('shows what a file contains as text', () => {
    const panel = above(['en.json, hero, label: "<script>&: " has'], [])
    expect(panel).toContain('<code>en.json, hero, label</code>: &quot;&lt;script&gt;&amp;: &quot; has')
  })
})
