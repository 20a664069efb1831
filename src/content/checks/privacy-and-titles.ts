import type { Content } from '../content.ts'
import { placeOf } from './texts.ts'

/** How the sample's privacy notice begins, by language, and its version. */
const SAMPLE_NOTICE = {
  version: '2026-11-22',
  texts: {
    en: 'Your name, telephone number, e-mail address, the time that suits you, and the procedure or message you choose',
    hi: 'आपका नाम, फ़ोन नंबर, ईमेल पता, आपकी सुविधा का समय, और आपकी चुनी हुई सर्जरी या आपका लिखा हुआ संदेश।',
  } as Readonly<Record<string, string>>,
}

/** What the notice should name, so that visitors know whom to ask, and for how long requests are kept. */
const NEEDED = ['{telephone}', '{email}', '{privacyEmail}', '{retention}']

/** What the department should read once more in its privacy notice. */
export function privacyWarnings({ code, texts: { privacy }, department }: Content): string[] {
  const place = placeOf(`${code}.json`, ['privacy', 'sections'])
  const whole = privacy.sections.map(({ text }) => text).join('\n')
  const missing = NEEDED.filter((fact) => !whole.includes(fact))
  const begin = SAMPLE_NOTICE.texts[code]
  const isSamples = begin !== undefined && whole.startsWith(begin) && department.noticeVersion === SAMPLE_NOTICE.version
  const warnings = missing.length > 0 ? [`${place}: no section names ${missing.join(', ')}`] : []
  if (isSamples && !department.sample)
    warnings.push(
      `${place}: this is still the sample's notice. Write what you really do; then change noticeVersion in department.json, which ends this warning`,
    )
  return warnings
}

/** Lists of results show about so many letters of a title. */
const MOST_LETTERS = 70

/** A home page's title that lists of results would cut off in the middle. */
export function titleWarnings({ code, texts, department: { name, hospital } }: Content): string[] {
  const title = `${name}, ${hospital} – ${texts.getCallback}`
  const letters = Array.from(new Intl.Segmenter(code).segment(title)).length
  if (letters <= MOST_LETTERS) return []
  return [
    `department.json: the title of the home page (${code}) has ${letters} letters; of more than ${MOST_LETTERS}, lists of results cut off the end: "${title}"`,
  ]
}
