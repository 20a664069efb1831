import { describe, expect, it } from 'vitest'
import { contents } from '../../tests/support/content.ts'
import { panelOf } from './panel.ts'

const above = (mistakes: string[], warnings: string[]) => panelOf({ contents, mistakes, warnings })

describe('The panel above a page', () => {
  it('is there when something is wrong only', () => {
    expect(above([], [])).toBe('')
  })

  it('tells mistakes, which hold the page back, from warnings, which do not', () => {
    const one = above(['en.json, hero, label: is empty'], ['hi.json, description: promises', 'hi.json, name: too'])
    expect(one).toContain('1 mistake, 2 warnings. Below, the page is as it last was without mistakes.')
    expect(one).toContain('<li><code>en.json, hero, label</code>: is empty</li>')
    const other = above([], ['hi.json, description: promises'])
    expect(other).toContain('<summary>1 warning</summary>')
  })

  it('says that there is no page while there has been none without mistakes', () => {
    const panel = panelOf({ contents: undefined, mistakes: ['en.json: is empty'], warnings: [] })
    expect(panel).toContain('<summary>1 mistake. The page appears as soon as nothing is wrong.</summary>')
  })

  it('shows what a file contains as text', () => {
    const panel = above(['en.json, hero, label: "<script>&: " has'], [])
    expect(panel).toContain('<code>en.json, hero, label</code>: &quot;&lt;script&gt;&amp;: &quot; has')
  })
})
