import { createHash } from 'node:crypto'
import type { Content } from '../src/content/content.ts'

/** The picture of shared links without words: what `npm run pictures` writes the names on. */
export const PLAIN_SHARED_PICTURE = 'og.jpg'

/**
 * The file of the picture of shared links that has the department's and the hospital's name in a language. It is another
 * one for other names, so that a picture never shows old names, and programs that keep pictures load it again.
 */
export function sharedPictureOf({ department: { name, hospital } }: Pick<Content, 'department'>): string {
  return `og-${createHash('sha256').update(`${name}\n${hospital}`).digest('hex').slice(0, 8)}.jpg`
}
