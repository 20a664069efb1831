import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, placesIn } from '../../../src/content/checks/texts.ts'
import { type Content, contentsOf } from '../../../src/content/content.ts'
import { fill } from '../../../src/content/fill.ts'
import { roomOf } from '../../../src/content/letters.ts'
import type { DepartmentDetails, LanguageTexts } from '../../../src/content/schema.ts'
import { WORDING } from '../../../src/content/wording.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Words of usual length: with many wide letters, and from right to left, where they mean nothing. */
const WORDS = {
  de: 'Women swim on warm summer mornings, when common mammals wander down from the mountain meadow; a',
  ar: 'ابجد هفغحيژ، كلمن نوپقر ستعڤش خىز؛ جدهف غحيژكل من وپقرس تعڤ شخىز ابجد هفغ حيژك لمنوپ قرستع؟',
}

type Code = keyof typeof WORDS

/** A language whose every text has the most letters that its place allows. From right to left, the address is English. */
function longestContent(code: Code): Content {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, 'content', file), 'utf8'))
  const en: LanguageTexts = read('en.json')
  const details: DepartmentDetails = read('department.json')
  const department = {
    ...details,
    name: { ...details.name, [code]: wordsOf(60, code) },
    hospital: { ...details.hospital, [code]: wordsOf(60, code) },
    address: { ...details.address, ...(code === 'ar' ? {} : { [code]: wordsOf(90, code) }) },
  }
  const contentWith = (texts: LanguageTexts) => {
    const [, content] = contentsOf(department, { en, [code]: texts }, read('pictures.json')) ?? []
    if (!content) throw new Error('There should be two languages.')
    return content
  }
  const { facts } = contentWith(translated(en, code))
  return contentWith(translated(en, code, facts))
}

export const longest = longestContent('de')
export const arabic = longestContent('ar')

/** The texts that have their full length once the facts are known that fill their placeholders. */
function translated(en: LanguageTexts, code: Code, facts?: Content['facts']): LanguageTexts {
  const texts = structuredClone({ ...en, wording: Object.fromEntries(WORDING.map((words) => [words, words])) })
  Object.assign(texts.language, { locale: code, direction: code === 'ar' ? 'rtl' : 'ltr' })
  if (!facts) return texts as LanguageTexts
  const [plain, withPlaceholders] = [false, true].map((has) =>
    placesIn(texts).filter(({ text }) => text.includes('{') === has),
  )
  for (const place of plain ?? []) put(texts, place, longestText(place, facts, code))
  // Two placeholders stand for texts of the page, which have their full length by now.
  const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
  for (const place of withPlaceholders ?? []) put(texts, place, longestText(place, filled, code))
  return texts as LanguageTexts
}

/** Puts a text into its place among the texts of a language. */
function put(texts: object, { path }: Place, text: string) {
  const last = path.at(-1) ?? ''
  const group = path.slice(0, -1).reduce<object>((inner, step) => Reflect.get(inner, step), texts)
  Reflect.set(group, last, text)
}

/** The place's own placeholders, then words. */
function longestText({ text, most }: Place, facts: Content['facts'], code: Code): string {
  const placeholders = text.match(/\{\w+\}/g)?.join(' ') ?? ''
  if (placeholders === '') return wordsOf(most, code)
  const left = most - roomOf(`${fill(placeholders, facts)} `)
  return left > 0 ? `${placeholders} ${wordsOf(left, code)}` : placeholders
}

/** Words that need just so much room; the last one may be broken off. */
function wordsOf(most: number, code: Code): string {
  const letters = Array.from(`${WORDS[code]} `)
  let text = ''
  let room = 0
  for (let at = 0; ; at++) {
    const letter = letters[at % letters.length] ?? ''
    room += Math.round(100 * roomOf(letter))
    if (room / 100 > most) return text.trimEnd()
    text += letter
  }
}
