import { readContents } from '../../scripts/read-content.ts'
import type { Content } from '../../src/content/content.ts'

/** The site in each of its languages, English first. */
export const contents = readContents('content')

export const [english] = contents

export const hindi = contentIn('hi')

function contentIn(language: string): Content {
  const content = contents.find(({ code }) => code === language)
  if (!content) throw new Error(`There is no content/${language}.json`)
  return content
}
