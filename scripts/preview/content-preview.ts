import type { CheckedContent } from '../../src/content/checks/check-content.ts'
import { placeOf, placesIn } from '../../src/content/checks/texts.ts'
import { type Content, proceduresIn } from '../../src/content/content.ts'
import { fill } from '../../src/content/fill.ts'
import { lettersAndMost } from '../../src/content/letters.ts'
import { languageFile } from '../../src/content/schema.ts'
import { checkedContents } from '../read-content.ts'

/** What a page shows while its content is edited. */
export interface Preview {
  /** As it was when it last had no mistakes; undefined when it has had some since the start. */
  contents: CheckedContent['contents']
  /** Because of which the page is not as its files say now, one line each. */
  mistakes: readonly string[]
  /** Of what the page shows all the same. */
  warnings: readonly string[]
  /** How far each language is translated, and what is not checked in it. */
  notes: readonly string[]
}

/** Reads the content anew at each call, and keeps what had no mistakes. */
export function contentPreview(directory: string): () => Preview {
  let contents: CheckedContent['contents']
  return () => {
    const { contents: present, mistakes, warnings, notes } = checkedContents(directory)
    if (mistakes.length === 0) contents = present
    return { contents, mistakes, warnings, notes }
  }
}

/** How many letters each text of a language has, and how many such letters fit its place: the fullest first. */
export function roomsOf({ code, texts, facts, department }: Content): string[] {
  const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
  return placesIn(texts, languageFile(proceduresIn(department.offer)))
    .map(({ path, text, most }) => ({ path, ...lettersAndMost(fill(text, filled).replace(/\{\w+\}/g, ''), most) }))
    .sort((one, other) => other.letters / other.most - one.letters / one.most)
    .map(({ path, letters, most }) => `${placeOf(`${code}.json`, path)}: ${letters} letters; at most ${most} fit`)
}
