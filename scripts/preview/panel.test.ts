import { describe, expect, it } from 'vitest'
import { panelOf } from './panel.ts'

describe('The panel above a page', () => {
  it('is there when something is wrong only', () => {
    expect(panelOf([], [])).toBe('')
  })

  it('tells mistakes, which hold the page back, from warnings, which do not', () => {
    const one = panelOf(['en.json, hero, label: is empty'], ['hi.json, description: promises', 'hi.json, name: too'])
    expect(one).toContain('1 mistake, 2 warnings. Below, the page is as it last was without mistakes.')
    expect(one).toContain('<li><code>en.json, hero, label</code>: is empty</li>')
    const other = panelOf([], ['hi.json, description: promises'])
    expect(other).toContain('<summary>1 warning</summary>')
  })

  it('shows what a file contains as text', () => {
    const panel = panelOf(['en.json, hero, label: "<script>&: " has'], [])
    expect(panel).toContain('<code>en.json, hero, label</code>: &quot;&lt;script&gt;&amp;: &quot; has')
  })
})
