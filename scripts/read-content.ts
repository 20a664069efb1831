import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CheckedContent,
  type ContentFiles,
  checkContent,
  DEPARTMENT,
  PICTURES,
} from '../src/content/checks/check-content.ts'
import { jsonMistake, repeatedNames } from '../src/content/checks/json-mistake.ts'
import { pictureMistakes } from '../src/content/checks/pictures.ts'
import type { Content, Contents } from '../src/content/content.ts'
import { isLanguageCode, languagesOf } from '../src/content/site-languages.ts'
import { contentFile } from '../src/site/carousel/banner-files.ts'
import { pagePictures } from '../src/site/picture-files.ts'
import { sharedPictureOf } from './shared-picture.ts'

/** Files of the content that are no language's: the facts, and where each banner's picture lies. */
const NOT_LANGUAGES = [DEPARTMENT, PICTURES]

/** The folder of the further pages, such as an imprint. */
const PAGES = 'pages'

/** The data of a content file, if it can be read, and one line for each mistake in how it is written. */
type ContentFile = ({ ok: true; data: unknown } | { ok: false }) & { mistakes: string[] }

/**
 * Reads the content for a program that cannot go on without it: prints the warnings, and ends the program with the
 * mistakes if there are any.
 */
export function contentsOrExit(directory: string): Contents {
  const { contents, mistakes, warnings, notes, untranslated } = checkedContents(directory)
  for (const warning of warnings) console.error(`Warning: ${warning}`)
  for (const note of notes) console.error(`Note: ${note}`)
  if (process.argv.includes('--untranslated')) for (const text of untranslated) console.error(`  ${text}`)
  return contents && mistakes.length === 0 ? contents : exitWith(mistakes, directory)
}

/** As `contentsOrExit`, for a program that makes the pictures: it needs none yet. It leaves the warnings to the build. */
export function textsOrExit(directory: string): Contents {
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
  const logo = logoIn(directory)
  const pictures = pagePictures(texts.contents?.[0].department, logo).map((files) => files.map(contentFile))
  const ofPictures = pictureMistakes(pictures, (file) => {
    const path = join(directory, file)
    return existsSync(path) ? readFileSync(path) : undefined
  })
  for (const content of texts.contents ?? []) {
    if (logo) content.logo = logo
    const shared = sharedPictureOf(content)
    if (existsSync(join(directory, contentFile(shared)))) content.sharedPicture = shared
  }
  return { ...texts, mistakes: [...texts.mistakes, ...ofPictures] }
}

/** The size of the department's logo in CSS px: its file has two px for each. Undefined when there is none. */
function logoIn(directory: string): Content['logo'] {
  const path = join(directory, contentFile('logo.png'))
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  if (bytes.length < 24) return { width: 0, height: 0 }
  return { width: Math.round(bytes.readUInt32BE(16) / 2), height: Math.round(bytes.readUInt32BE(20) / 2) }
}

function checkedTexts(directory: string): CheckedContent {
  const { files, mistakes } = contentFiles(directory)
  const checked = checkContent(files)
  return { ...checked, mistakes: [...mistakes, ...checked.mistakes] }
}

/** Reads the content without checking it, with a line for each file that cannot be read. */
export function contentFiles(directory: string): { files: ContentFiles; mistakes: string[] } {
  const department = readJson(directory, DEPARTMENT)
  const pictures = readJson(directory, PICTURES)
  const present = jsonFiles(directory).filter(isLanguageCode)
  const codes = languagesOf({ languages: listIn(department) }, present)
  const languages = [...new Set([...codes, ...present])].map((code) => {
    const file = readJson(directory, `${code}.json`)
    return [code, codes.includes(code) ? file : { ...file, mistakes: [] }] as const
  })
  const pages = existsSync(join(directory, PAGES))
    ? jsonFiles(join(directory, PAGES)).map((name) => [name, readJson(directory, `${PAGES}/${name}.json`)] as const)
    : []
  const written = [department, pictures, ...[...languages, ...pages].map(([, file]) => file)].flatMap(
    ({ mistakes }) => mistakes,
  )
  const files = {
    ...(department.ok && { department: department.data }),
    ...(pictures.ok && { pictures: pictures.data }),
    languages: dataIn(languages),
    codes,
    pages: dataIn(pages),
  }
  return { files, mistakes: [...misnamed(directory), ...written] }
}

/** The department's list of languages, if it has one that can be read. */
function listIn(department: ContentFile): string[] | undefined {
  const { languages } = Object(department.ok ? department.data : {})
  return Array.isArray(languages) && languages.length > 0 ? languages.map(String) : undefined
}

const dataIn = (files: readonly (readonly [string, ContentFile])[]) =>
  Object.fromEntries(files.flatMap(([name, file]) => (file.ok ? [[name, file.data]] : [])))

function misnamed(directory: string): string[] {
  return jsonFiles(directory)
    .filter((name) => !isLanguageCode(name))
    .map((name) => `${name}.json: its name is no language's code, such as hi for Hindi`)
}

const jsonFiles = (directory: string) =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.json') && !NOT_LANGUAGES.includes(file))
    .map((file) => file.slice(0, -'.json'.length))

function readJson(directory: string, file: string): ContentFile {
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
