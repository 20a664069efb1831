import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, placesIn } from '../../../src/content/checks/texts.ts'
import { type Content, contentsOf } from '../../../src/content/content.ts'
import { fill } from '../../../src/content/fill.ts'
import { roomOf } from '../../../src/content/letters.ts'
import type { DepartmentDetails, LanguageTexts } from '../../../src/content/schema.ts'
import { WORDING } from '../../../src/content/wording.ts'

const ROOT = join(import.meta.dirname, '../../..')
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Words of usual length: with many wide letters, as in English, and in other scripts; the Arabic ones mean nothing. */
const WORDS = {
  'wide letters': {
    code: 'de',
    words: 'Women swim on warm summer mornings, when common mammals wander down from the mountain meadow; a',
  },
  'from right to left': {
    code: 'ar',
    words: 'ابجد هفغحيژ، كلمن نوپقر ستعڤش خىز؛ جدهف غحيژكل من وپقرس تعڤ شخىز ابجد هفغ حيژك لمنوپ قرستع؟',
  },
  'usual letters': {
    code: 'nl',
    words: 'A surgeon explains the operation, its results and its risks before you decide whether you want it, and',
  },
  devanagari: {
    code: 'mr',
    words: 'सम्मानित अस्पताल में प्रक्रिया समझने वाले कर्मचारी आपके सवालों पर ध्यान देकर मशविरा करते हैं और फिर',
  },
}

export type Script = keyof typeof WORDS
export const SCRIPTS = Object.keys(WORDS) as Script[]

/** A language whose every text has the most letters that its place allows. From right to left, the address is English. */
export function longestContent(script: Script): Content {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, 'content', file), 'utf8'))
  const en: LanguageTexts = read('en.json')
  const details: DepartmentDetails = read('department.json')
  const { code } = WORDS[script]
  const department = {
    ...details,
    name: { ...details.name, [code]: wordsOf(60, script) },
    hospital: { ...details.hospital, [code]: wordsOf(60, script) },
    address: { ...details.address, ...(code === 'ar' ? {} : { [code]: wordsOf(90, script) }) },
  }
  const contentWith = (texts: LanguageTexts) => {
    const [, content] = contentsOf(department, { en, [code]: texts }, read('pictures.json')) ?? []
    if (!content) throw new Error('There should be two languages.')
    return content
  }
  const { facts } = contentWith(translated(en, code, {}))
  return contentWith(translated(en, code, facts, script))
}

/** The language from right to left: none is shipped. */
export const arabic = longestContent('from right to left')

function translated(en: LanguageTexts, code: string, facts: Content['facts'], script?: Script): LanguageTexts {
  const texts = structuredClone({ ...en, wording: Object.fromEntries(WORDING.map((words) => [words, words])) })
  Object.assign(texts.language, { locale: code, direction: code === 'ar' ? 'rtl' : 'ltr' })
  if (!script) return texts as LanguageTexts
  const [plain, withPlaceholders] = [false, true].map((has) =>
    placesIn(texts).filter(({ text }) => text.includes('{') === has),
  )
  for (const place of plain ?? []) put(texts, place, longestText(place, facts, script))
  // Two placeholders stand for texts of the page, which have their full length by now.
  const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
  for (const place of withPlaceholders ?? []) put(texts, place, longestText(place, filled, script))
  return texts as LanguageTexts
}

/** Puts a text into its place among the texts of a language. */
function put(texts: object, { path }: Place, text: string) {
  const last = path.at(-1) ?? ''
  const group = path.slice(0, -1).reduce<object>((inner, step) => Reflect.get(inner, step), texts)
  Reflect.set(group, last, text)
}

/** The place's own placeholders, then words. */
function longestText({ text, most }: Place, facts: Content['facts'], script: Script): string {
  const placeholders = text.match(/\{\w+\}/g)?.join(' ') ?? ''
  if (placeholders === '') return wordsOf(most, script)
  const left = most - roomOf(`${fill(placeholders, facts)} `)
  return left > 0 ? `${placeholders} ${wordsOf(left, script)}` : placeholders
}

/** Words that need just so much room; the last one may be broken off. */
function wordsOf(most: number, script: Script): string {
  const letters = Array.from(graphemes.segment(`${WORDS[script].words} `), ({ segment }) => segment)
  let text = ''
  for (let at = 0; ; at++) {
    const longer = text + letters[at % letters.length]
    if (roomOf(longer) > most) return text.trimEnd()
    text = longer
  }
}
