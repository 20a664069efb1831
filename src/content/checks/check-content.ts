import { type GenericSchema, safeParse } from 'valibot'
import { type Contents, contentsOf, offerOf, proceduresIn } from '../content.ts'
import { type DepartmentDetails, DepartmentFile, type LanguageTexts, languageFile, PicturesFile } from '../schema.ts'
import { ENGLISH, languagesOf } from '../site-languages.ts'
import { closedDaysWarnings, slotWarnings } from './calling-hours.ts'
import { contrastMistakes } from './contrast.ts'
import { checkFurtherPages } from './further-pages.ts'
import { byLanguageMistakes, localeMistakes, wordingMistakes } from './languages.ts'
import { privacyWarnings, titleWarnings } from './privacy-and-titles.ts'
import { isPromiseLanguage, promiseWarnings } from './promises.ts'
import { checkSchema } from './schema-mistakes.ts'
import { telephoneMistakes } from './telephones.ts'
import { filledLengthMistakes, placeOf, untranslatedTexts } from './texts.ts'

/** The file with the department's facts. */
export const DEPARTMENT = 'department.json'

/** The file that says how the page shows each banner. */
export const PICTURES = 'pictures.json'

/** The data of the files in `content`. What could not be read is left out. */
export interface ContentFiles {
  department?: unknown
  pictures?: unknown
  /** By code, which is the file's name. Also of languages that the site does not have. */
  languages: Readonly<Record<string, unknown>>
  /** The codes of the site's languages in their order, also of those whose file could not be read. */
  codes: readonly string[]
  /** The further pages, by the file's name, such as `imprint.de`. */
  pages?: Readonly<Record<string, unknown>>
}

/** What the files say, as far as it can be read, and a line for each mistake and for each warning. */
export interface CheckedContent {
  department: DepartmentDetails | undefined
  contents: Contents | undefined
  mistakes: string[]
  warnings: string[]
  /** How far each language is translated, and what is not checked in it. */
  notes: string[]
  /** The texts that are as in English, or in another language, with their places. */
  untranslated: string[]
}

/** Checks everything that can be checked without other files. */
export function checkContent(files: ContentFiles, now = new Date()): CheckedContent {
  const mistakes: string[] = []
  const department = 'department' in files ? take(checkSchema(DEPARTMENT, DepartmentFile, files.department)) : undefined
  const facts = readable(files.department)
  const codes = languagesOf(facts, files.codes)
  mistakes.push(...departmentMistakes(facts, codes))

  const offer = offerOf(facts)
  const procedures = proceduresIn(offer)
  const schema = languageFile(procedures)
  const shown = Object.entries(files.languages).filter(([code]) => codes.includes(code))
  const languages: Record<string, LanguageTexts> = {}
  for (const [code, data] of shown) {
    const ofLanguage = code === ENGLISH ? languageFile(procedures, []) : schema
    const texts = take(checkSchema(`${code}.json`, ofLanguage, data))
    if (texts) languages[code] = texts
    mistakes.push(...wordingMistakes(code, Object(data), facts))
    if (facts.team?.length && texts && !texts.team)
      mistakes.push(`${placeOf(`${code}.json`, ['team'])}: is missing, and ${DEPARTMENT} names a team`)
  }
  mistakes.push(...localeMistakes(languages))

  const layouts = 'pictures' in files ? take(checkSchema(PICTURES, PicturesFile, files.pictures)) : undefined
  const pages = checkFurtherPages(files.pages ?? {}, codes)
  mistakes.push(...pages.mistakes)
  const contents = department && layouts && contentsOf(department, languages, layouts, pages.texts)
  for (const { code, texts, facts } of contents ?? []) {
    const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
    mistakes.push(...filledLengthMistakes(texts, filled, `${code}.json`, schema))
  }
  const unshown = Object.keys(files.languages).filter((code) => !codes.includes(code))
  const { untranslated, notes } = translationOf(shown, files.languages, schema)
  const warnings = [
    ...unshown.map(
      (code) => `${code}.json: the site is not in this language, because languages in ${DEPARTMENT} leaves it out`,
    ),
    ...(facts.callingHours ? slotWarnings(offer, facts.callingHours, DEPARTMENT) : []),
    ...closedDaysWarnings(facts.closedDays ?? [], now, DEPARTMENT),
    ...shown.flatMap(([code, texts]) => promiseWarnings(code, texts, schema)),
    ...(contents ?? []).flatMap((content) => [...privacyWarnings(content), ...titleWarnings(content)]),
  ]
  return { department, contents, mistakes, warnings, notes, untranslated }

  function take<Data>(checked: { data?: Data; mistakes: string[] }): Data | undefined {
    mistakes.push(...checked.mistakes)
    return checked.data
  }
}

/** A line for each language of what is not translated, and of what nobody has checked. */
function translationOf(shown: readonly [string, unknown][], files: ContentFiles['languages'], schema: GenericSchema) {
  const untranslated: string[] = []
  const notes: string[] = []
  for (const [code, texts] of shown) {
    const file = `${code}.json`
    // Of two files that are the same, the later one of the site counts as the copy.
    const later = shown.slice(shown.findIndex(([shownCode]) => shownCode === code)).map(([one]) => one)
    const originals =
      code === ENGLISH ? [] : Object.entries(files).filter(([one]) => one === ENGLISH || !later.includes(one))
    for (const [original, data] of originals) {
      if (languageOf(original) === languageOf(code) && original !== ENGLISH) continue
      const { same, all } = untranslatedTexts(texts, [data, original], schema)
      untranslated.push(...same.map(({ path, text }) => `${placeOf(file, path)}: "${text}"`))
      const name = original === ENGLISH ? 'English' : `${original}.json`
      if (same.length > 0)
        notes.push(
          `${file}: ${same.length} of ${all} texts are as in ${name}: "npm run build -- --untranslated" names them`,
        )
    }
    if (!isPromiseLanguage(code))
      notes.push(
        `${file}: promises such as "guaranteed" are found in English and Hindi only: read these texts yourself`,
      )
  }
  return { untranslated, notes }
}

/** Such as `pt` of `pt-br`, whose texts may be those of `pt`. */
const languageOf = (code: string) => code.split('-')[0]

/** Each check looks at its own facts only: a mistake in another fact hides nothing that it finds. */
function departmentMistakes(readableFacts: Partial<DepartmentDetails>, codes: readonly string[]): string[] {
  const { colours, countryPrefix, sample = true, ...facts } = readableFacts
  const { name, hospital, address } = facts
  return [
    ...byLanguageMistakes({ name, hospital, address }, codes, DEPARTMENT),
    ...(facts.team ?? []).flatMap(({ name, qualification }, at) =>
      byLanguageMistakes({ name, qualification }, codes, placeOf(DEPARTMENT, ['team', at])),
    ),
    ...(countryPrefix ? telephoneMistakes({ ...facts, countryPrefix, sample }, DEPARTMENT) : []),
    ...(colours ? contrastMistakes(colours, DEPARTMENT) : []),
  ]
}

/** The facts that have no mistake that the schema finds. */
function readable(data: unknown): Partial<DepartmentDetails> {
  const facts = Object.entries(DepartmentFile.entries).map(([name, schema]) => {
    const { success, output } = safeParse(schema, Object(data)[name])
    return [name, success ? output : undefined]
  })
  return Object.fromEntries(facts)
}
