import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureMistakes } from './pictures.ts'

const avif = readFileSync('content/pictures/card_brow-lift-400.avif')
const jpg = readFileSync('content/pictures/card_brow-lift-600.jpg')
const files = (bytes: Record<string, Uint8Array | undefined>) => (file: string) => bytes[file]

test('A picture of which files are missing, or are no picture, has one line for each problem', () => {
  const names = ['card.avif', 'card.jpg', 'other.jpg']
  expect(pictureMistakes([names], files({ 'card.avif': avif, 'card.jpg': jpg, 'other.jpg': jpg }))).toEqual([])
  expect(pictureMistakes([names, ['og.jpg']], files({ 'card.jpg': jpg }))).toEqual([
    'card.avif: is missing, and 1 more file of this picture',
    'og.jpg: is missing',
  ])
  const damaged = { 'card.avif': jpg, 'card.jpg': Buffer.from('a text'), 'other.jpg': jpg.subarray(0, -100) }
  expect(pictureMistakes([names], files(damaged))).toEqual([
    'card.avif: is no whole AVIF picture: make it again with npm run pictures, and 2 more files of this picture',
  ])
})
