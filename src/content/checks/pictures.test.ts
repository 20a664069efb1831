import { expect, test } from 'vitest'
import { pictureMistakes } from './pictures.ts'

const banner = ['pictures/banner-960.avif', 'pictures/banner-960.jpg', 'banner.jpg']
const card = ['pictures/card-400.avif', 'pictures/card-400.jpg']

test('A picture of which files are missing has one line, with the first of them', () => {
  const missing = ['pictures/banner-960.jpg', 'pictures/card-400.avif', 'pictures/card-400.jpg']
  expect(pictureMistakes([banner, card], (file) => !missing.includes(file))).toEqual([
    'pictures/banner-960.jpg: is missing',
    'pictures/card-400.avif: is missing, and 1 more file of this picture',
  ])
  expect(pictureMistakes([banner], () => false)).toEqual([
    'pictures/banner-960.avif: is missing, and 2 more files of this picture',
  ])
  expect(pictureMistakes([banner, card], () => true)).toEqual([])
})
