import { safeParse } from 'valibot'
import { type Content, contentsOf, factsFor } from '../content.ts'
import { DEFAULT_LANGUAGE } from '../home-path.ts'
import { type DepartmentDetails, DepartmentFile, LanguageFile, type LanguageTexts, PicturesFile } from '../schema.ts'
import { bannerMistakes, layoutMistakes } from './banners.ts'
import { callingHoursMistakes } from './calling-hours.ts'
import { contrastMistakes } from './contrast.ts'
import { byLanguageMistakes, localeMistakes, wordingMistakes } from './languages.ts'
import { filledLengthMistakes } from './lengths.ts'
import { promiseWarnings } from './promises.ts'
import { checkSchema } from './schema-mistakes.ts'
import { telephoneMistakes } from './telephones.ts'

/** The file with the department's facts. */
export const DEPARTMENT = 'department.json'

/** The file that says how the page shows each banner. */
export const PICTURES = 'pictures.json'

/** The data of the files in `content`. What could not be read is left out. */
export interface ContentFiles {
  department?: unknown
  pictures?: unknown
  /** By code, which is the file's name. */
  languages: Readonly<Record<string, unknown>>
  /** The codes of all languages, also of those that could not be read. */
  codes: readonly string[]
}

/** What the files say, as far as it can be read, and a line for each mistake and for each warning. */
export interface CheckedContent {
  department: DepartmentDetails | undefined
  contents: [english: Content, ...others: Content[]] | undefined
  mistakes: string[]
  warnings: string[]
}

/** Checks everything that can be checked without other files. */
export function checkContent(files: ContentFiles): CheckedContent {
  const mistakes: string[] = []
  const department = 'department' in files ? take(checkSchema(DEPARTMENT, DepartmentFile, files.department)) : undefined
  mistakes.push(...departmentMistakes(files.department, files.codes))

  const languages: Record<string, LanguageTexts> = {}
  for (const [code, data] of Object.entries(files.languages)) {
    const { wording, ...ofLanguage } = Object(data)
    const isEnglish = code === DEFAULT_LANGUAGE
    const texts = take(checkSchema(`${code}.json`, LanguageFile, isEnglish ? ofLanguage : data))
    if (texts) languages[code] = texts
    mistakes.push(...wordingMistakes(code, Object(data)))
  }
  mistakes.push(...localeMistakes(languages))

  const layouts = 'pictures' in files ? take(checkSchema(PICTURES, PicturesFile, files.pictures)) : undefined
  if (layouts) mistakes.push(...layoutMistakes(layouts, PICTURES))
  const { [DEFAULT_LANGUAGE]: en, ...others } = languages
  const contents = department && en && layouts && contentsOf(department, { en, ...others }, layouts)
  for (const [code, texts] of Object.entries(languages)) {
    if (!department) break
    const facts = factsFor(department, code, texts)
    const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
    mistakes.push(...filledLengthMistakes(texts, filled, `${code}.json`))
  }
  const warnings = Object.entries(files.languages).flatMap(([code, texts]) => promiseWarnings(code, texts))
  return { department, contents, mistakes, warnings }

  function take<Data>(checked: { data?: Data; mistakes: string[] }): Data | undefined {
    mistakes.push(...checked.mistakes)
    return checked.data
  }
}

/** Each check looks at its own facts only: a mistake in another fact hides nothing that it finds. */
function departmentMistakes(data: unknown, codes: readonly string[]): string[] {
  const { callingHours, colours, banners, countryPrefix, sample = true, ...facts } = readable(data)
  return [
    ...byLanguageMistakes(facts, codes, DEPARTMENT),
    ...(countryPrefix ? telephoneMistakes({ ...facts, countryPrefix, sample }, DEPARTMENT) : []),
    ...(callingHours ? callingHoursMistakes({ callingHours }, DEPARTMENT) : []),
    ...(colours ? contrastMistakes(colours, DEPARTMENT) : []),
    ...(banners ? bannerMistakes({ banners }, DEPARTMENT) : []),
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
