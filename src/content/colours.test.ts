import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastMistakes } from './checks/contrast.ts'
import { type Colours, contrastRatio, paletteOf } from './colours.ts'

const SAMPLE: Colours = JSON.parse(readFileSync('content/department.json', 'utf8')).colours

/** Another department's, whose ink and action only just suffice. */
const PALE: Colours = { ...SAMPLE, paper: '#f4f6fb', bone: '#e9edf7', white: '#ffffff', ink: '#5c5c66' }

test('Mixed colours are as they were drawn, and stand out in the colours of every department', () => {
  expect(paletteOf({ ...SAMPLE, paper: SAMPLE.paper.toUpperCase() })).toMatchObject({
    line: '#d9cfc1',
    fieldLine: '#8b8576',
    placeholder: '#6b6f68',
    calm: '#ece4d6',
  })
  for (const colours of [SAMPLE, PALE]) {
    const { fieldLine, placeholder, paper, white } = paletteOf(colours)
    expect(contrastRatio(fieldLine, paper)).toBeGreaterThanOrEqual(3)
    expect(contrastRatio(fieldLine, white)).toBeGreaterThanOrEqual(3)
    expect(contrastRatio(placeholder, white)).toBeGreaterThanOrEqual(4.5)
  }
})

const mistakes = (changes: Partial<Colours>) => contrastMistakes({ ...SAMPLE, ...changes }, 'department.json')

test('A mistake names the two colours that do not stand out, and a ratio that is never rounded up', () => {
  expect(mistakes({})).toEqual([])
  for (const [name, colour, pair] of [
    ['ink', '#7c8c8e', 'ink #7c8c8e and the ground of the banners'],
    ['action', '#6d8a8d', 'action #6d8a8d and an outlined button under the pointer (paper with some action) #ecebe5'],
    ['paper', '#b9b4ac', 'the red of messages #9b2c2c and paper #b9b4ac'],
  ] as const) {
    const lines = mistakes({ [name]: colour })
    expect(lines).toContainEqual(expect.stringContaining(pair))
    for (const line of lines)
      expect(line).toMatch(
        /^department\.json, colours: .+ have a contrast of \d+\.\d\d:1; a (text needs 4\.5|button or icon needs 3):1$/,
      )
  }
  // 4.4999:1
  expect(mistakes({ white: '#ffffff', actionDeep: '#77767c' }).join()).toContain(
    'actionDeep #77767c and white #ffffff have a contrast of 4.49:1',
  )
})
