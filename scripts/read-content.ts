import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BANNERS } from '../src/content/checks/banners.ts'
import {
  type CheckedContent,
  type ContentFiles,
  checkContent,
  DEPARTMENT,
  PICTURES,
} from '../src/content/checks/check-content.ts'
import { jsonMistake } from '../src/content/checks/json-mistake.ts'
import { isLanguageCode } from '../src/content/checks/languages.ts'
import { pictureMistakes } from '../src/content/checks/pictures.ts'
import { repeatedNames } from '../src/content/checks/repeated-names.ts'
import { DEFAULT_LANGUAGE } from '../src/content/home-path.ts'
import { contentFile } from '../src/site/carousel/banner-files.ts'
import { pagePictures } from '../src/site/picture-files.ts'

/** Files of the content that are no language's: the facts, and where each banner's picture lies. */
const NOT_LANGUAGES = [DEPARTMENT, PICTURES]

/** What is wrong with the content, one line for each mistake. */
export class ContentMistakes extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** The data of a content file, if it can be read, and one line for each mistake in how it is written. */
type ContentFile<Data> = ({ ok: true; data: Data } | { ok: false }) & { mistakes: string[] }

/**
 * Reads the department's content: `department.json`, and a file for each language.
 *
 * @throws ContentMistakes with all that is wrong
 */
export function readContents(directory: string): NonNullable<CheckedContent['contents']> {
  const { contents, mistakes } = checkedContents(directory)
  if (!contents || mistakes.length > 0) throw new ContentMistakes(mistakes)
  return contents
}

/**
 * Reads the content for a program that cannot go on without it: prints the warnings, and ends the program with the
 * mistakes if there are any.
 */
export function contentsOrExit(directory: string): NonNullable<CheckedContent['contents']> {
  const { contents, mistakes, warnings } = checkedContents(directory)
  for (const warning of warnings) console.error(`Warning: ${warning}`)
  return contents && mistakes.length === 0 ? contents : exitWith(mistakes, directory)
}

/** As `contentsOrExit`, for a program that makes the pictures: it needs none yet. It leaves the warnings to the build. */
export function textsOrExit(directory: string): NonNullable<CheckedContent['contents']> {
  const { contents, mistakes } = checkedTexts(directory)
  return contents && mistakes.length === 0 ? contents : exitWith(mistakes, directory)
}

function exitWith(mistakes: readonly string[], directory: string): never {
  for (const line of mistakes) console.error(line)
  console.error(
    `${mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`} in the folder ${directory}: see ${directory}/README.md.`,
  )
  process.exit(1)
}

/** Reads and checks the content, and the pictures that it needs. */
export function checkedContents(directory: string): CheckedContent {
  const texts = checkedTexts(directory)
  const pictures = pagePictures(BANNERS).map((files) => files.map(contentFile))
  const missing = pictureMistakes(pictures, (file) => existsSync(join(directory, file)))
  return { ...texts, mistakes: [...texts.mistakes, ...missing] }
}

function checkedTexts(directory: string): CheckedContent {
  const { files, mistakes } = contentFiles(directory)
  const checked = checkContent(files)
  return { ...checked, mistakes: [...mistakes, ...checked.mistakes] }
}

/** Reads the content without checking it, with a line for each file that cannot be read. */
export function contentFiles(directory: string): { files: ContentFiles; mistakes: string[] } {
  const codes = languageCodes(directory)
  const languages = codes.map((code) => [code, readJson(directory, `${code}.json`)] as const)
  const department = readJson(directory, DEPARTMENT)
  const pictures = readJson(directory, PICTURES)
  const written = [department, pictures, ...languages.map(([, file]) => file)].flatMap((file) => file.mistakes)
  const files = {
    ...(department.ok && { department: department.data }),
    ...(pictures.ok && { pictures: pictures.data }),
    languages: Object.fromEntries(languages.flatMap(([code, file]) => (file.ok ? [[code, file.data]] : []))),
    codes,
  }
  return { files, mistakes: [...misnamed(directory), ...written] }
}

/** The codes of the languages that have a file, and English in any case. */
function languageCodes(directory: string): string[] {
  return [...new Set([DEFAULT_LANGUAGE, ...jsonFiles(directory).filter(isLanguageCode)])]
}

function misnamed(directory: string): string[] {
  return jsonFiles(directory)
    .filter((name) => !isLanguageCode(name))
    .map((name) => `${name}.json: its name is no language's code, such as hi for Hindi`)
}

const jsonFiles = (directory: string) =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.json') && !NOT_LANGUAGES.includes(file))
    .map((file) => file.slice(0, -'.json'.length))

function readJson(directory: string, file: string): ContentFile<unknown> {
  const path = join(directory, file)
  if (!existsSync(path)) return { ok: false, mistakes: [`${file}: is missing in the folder ${directory}`] }
  let text = ''
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    return { ok: true, data: JSON.parse(text), mistakes: repeatedNames(file, text) }
  } catch (error) {
    const mistake = error instanceof SyntaxError ? jsonMistake(file, text, error) : `${file}: is not saved as UTF-8`
    return { ok: false, mistakes: [mistake] }
  }
}
