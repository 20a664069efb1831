import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GenericSchema, getDotPath, type InferOutput, is, safeParse } from 'valibot'
import { type Content, contentsOf } from '../src/content/content.ts'
import { DepartmentFile, LanguageFile, type LanguageTexts } from '../src/content/schema.ts'

/** The file with the department's facts. */
export const DEPARTMENT = 'department.json'

/** What is wrong with the content, one line for each mistake. */
export class ContentMistakes extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** The data of a content file, with its keys in the order of the file; or one line for each mistake in it. */
type ContentFile<Data> = { ok: true; data: Data } | { ok: false; mistakes: string[] }

/** Reads one of the content files. */
export function readContentFile<Schema extends GenericSchema>(
  directory: string,
  file: string,
  schema: Schema,
): ContentFile<InferOutput<Schema>> {
  try {
    const data: unknown = JSON.parse(readFileSync(join(directory, file), 'utf8'))
    if (is(schema, data)) return { ok: true, data }
    const { issues = [] } = safeParse(schema, data)
    return {
      ok: false,
      mistakes: issues.map((issue) => `${file}: ${getDotPath(issue) ?? 'the file'}: ${issue.message}`),
    }
  } catch (error) {
    return { ok: false, mistakes: [`${file}: ${error instanceof Error ? error.message : error}`] }
  }
}

/**
 * Reads the department's content: `department.json`, and a file for each language.
 *
 * @throws ContentMistakes with all that is wrong
 */
export function readContents(directory: string): [english: Content, ...others: Content[]] {
  const mistakes: string[] = []
  const read = <Schema extends GenericSchema>(file: string, schema: Schema): InferOutput<Schema> | undefined => {
    const content = readContentFile(directory, file, schema)
    if (content.ok) return content.data
    mistakes.push(...content.mistakes)
    return undefined
  }

  const department = read(DEPARTMENT, DepartmentFile)
  const languages: Record<string, LanguageTexts> = {}
  for (const file of readdirSync(directory)) {
    if (!file.endsWith('.json') || file === DEPARTMENT) continue
    const texts = read(file, LanguageFile)
    const code = file.slice(0, -'.json'.length)
    if (!texts) continue
    languages[code] = texts
    // The pages' addresses and `hreflang` name the language by its code.
    if (!`${texts.language.locale}-`.startsWith(`${code}-`)) {
      mistakes.push(`${file}: language.locale: the file of ${texts.language.locale} has another name`)
    }
  }
  const { en, ...others } = languages
  if (!department || !en || mistakes.length > 0) throw new ContentMistakes(mistakes)
  return contentsOf(department, { en, ...others })
}
