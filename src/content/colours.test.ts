import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Colours, paletteOf } from './colours.ts'
import { contrastRatio } from './contrast.ts'

const SAMPLE: Colours = JSON.parse(readFileSync('content/department.json', 'utf8')).colours

/** Another department's, whose ink and action only just suffice. */
const PALE: Colours = {
  paper: '#f4f6fb',
  bone: '#e9edf7',
  white: '#ffffff',
  ink: '#5c5c66',
  inkSoft: '#686873',
  action: '#00749e',
  actionDeep: '#005b7c',
  bronze: '#6f6f78',
  brass: '#9aa5c0',
}

test('The sample’s mixed colours are as they were drawn', () => {
  expect(paletteOf(SAMPLE)).toMatchObject({
    line: '#d9cfc1',
    fieldLine: '#8b8576',
    placeholder: '#6b6f68',
    calm: '#ece4d6',
  })
})

test('Borders of fields and placeholders stand out in the colours of every department', () => {
  for (const colours of [SAMPLE, PALE]) {
    const { fieldLine, placeholder, paper, white } = paletteOf(colours)
    expect(contrastRatio(fieldLine, paper)).toBeGreaterThanOrEqual(3)
    expect(contrastRatio(fieldLine, white)).toBeGreaterThanOrEqual(3)
    expect(contrastRatio(placeholder, white)).toBeGreaterThanOrEqual(4.5)
  }
})

test('Small and capital letters of a colour mean the same', () => {
  expect(paletteOf({ ...SAMPLE, paper: '#F7F3ED' }).line).toBe(paletteOf(SAMPLE).line)
})
