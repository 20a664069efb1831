import { arabic, contentsWithArabic } from '../arabic.ts'
import { test, testWith } from './site.ts'

/** Journeys against a site that has a language from right to left, at the path of `arabic`. */
export const inArabic = testWith(contentsWithArabic)

/** For journeys that are the same in both directions. */
export const DIRECTIONS = [
  { direction: 'left to right', inDirection: test, home: '/' },
  { direction: 'right to left', inDirection: inArabic, home: arabic.path },
]
