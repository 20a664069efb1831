import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
