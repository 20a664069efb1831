import { join } from 'node:path'
import { contentFiles } from '../../scripts/read-content.ts'
import { type ContentFiles, checkContent } from '../../src/content/checks/check-content.ts'
import { placesIn } from '../../src/content/checks/texts.ts'
import { type Content, contentsOf } from '../../src/content/content.ts'
import { fill } from '../../src/content/fill.ts'
import { tooLong } from '../../src/content/letters.ts'
import type { BannerLayouts, DepartmentDetails, LanguageTexts } from '../../src/content/schema.ts'
import { WORDING } from '../../src/content/wording.ts'
import { put } from './page/longest-texts.ts'

/** What stands for each letter and sign of an English text. The words mean nothing. */
const LETTERS = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz,;?'].map((letter, at) => [letter, 'ابجدهفغحيژكلمنوپقرستعڤشخىز،؛؟'[at] ?? letter]),
)

const { files, mistakes: unread } = contentFiles(join(import.meta.dirname, '../../content'))
if (unread.length > 0) throw new Error(unread.join('\n'))
const { en, ...others } = files.languages as Record<string, LanguageTexts> & { en: LanguageTexts }
const department = files.department as DepartmentDetails

/**
 * The one file of another language, `ar.json`: each English text in invented words of the Arabic script, as long as its
 * place allows.
 */
export const arabicFile: LanguageTexts = shortened({
  ...inArabicScript(en),
  language: { name: 'العربية', locale: 'ar', direction: 'rtl' },
  wording: inArabicScript(Object.fromEntries(WORDING.map((words) => [words, words]))),
})

/**
 * The site in all its languages and that one. Department and hospital have names in it too. The address is in English
 * only, so that its number stands between two scripts.
 */
export const contentsWithArabic = checked({
  ...files,
  languages: { ...files.languages, ar: arabicFile },
  codes: [...files.codes, 'ar'],
  department: {
    ...department,
    name: { ...department.name, ar: inArabicScript('Plastic surgery') },
    hospital: { ...department.hospital, ar: inArabicScript(department.hospital.en) },
  },
})

export const arabic = languageOf(contentsWithArabic)

function checked(all: ContentFiles) {
  const { contents, mistakes, warnings } = checkContent(all)
  if (!contents || mistakes.length + warnings.length > 0) throw new Error([...mistakes, ...warnings].join('\n'))
  return contents
}

function languageOf(contents: readonly Content[] | undefined): Content {
  const content = contents?.find(({ code }) => code === 'ar')
  if (!content) throw new Error('There is no content in Arabic.')
  return content
}

/** A text, or all texts of a file. Placeholders, numbers and e-mail addresses stay as they are. */
function inArabicScript<Texts>(texts: Texts): Texts {
  if (typeof texts !== 'string') {
    const entries = Object.entries(texts as object).map(([name, text]) => [name, inArabicScript(text)])
    return (Array.isArray(texts) ? entries.map(([, text]) => text) : Object.fromEntries(entries)) as Texts
  }
  const letter = (part: string) => LETTERS[part.toLowerCase()] ?? part
  return texts.replace(/\{\w+\}|\S*[\d@]\S*|[a-z,;?]/gi, letter) as Texts & string
}

/** The same texts, without the last words of those that are longer than their places allow. */
function shortened(texts: LanguageTexts): LanguageTexts {
  const contents = contentsOf(department, { en, ...others, ar: texts }, files.pictures as BannerLayouts)
  const facts = { ...languageOf(contents).facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
  for (const place of placesIn(texts)) {
    const words = place.text.split(/(?=\s)/)
    const last = () => words.findLastIndex((word) => !word.includes('{'))
    while (tooLong(fill(words.join(''), facts), place.most)) words.splice(last(), 1)
    put(texts, place, words.join(''))
  }
  return texts
}
