import type { Content } from '../../src/content/content.ts'
import { contents } from './content.ts'

/** The site in Hindi. */
export const hindi = contentIn('hi')

function contentIn(language: string): Content {
  const content = contents.find(({ code }) => code === language)
  if (!content) throw new Error(`There is no content/${language}.json`)
  return content
}
