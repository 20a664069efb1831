import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { type Content, contentsOf } from '../src/content/content.ts'
import { DepartmentFile, LanguageFile, type LanguageTexts } from '../src/content/schema.ts'

const DEPARTMENT = 'department.json'

/** What is wrong with the content, one line for each mistake. */
export class ContentMistakes extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
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
    let data: unknown
    try {
      data = JSON.parse(readFileSync(join(directory, file), 'utf8'))
    } catch (error) {
      mistakes.push(`${file}: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
    const { success, issues = [], output } = safeParse(schema, data)
    if (success) return output
    mistakes.push(...issues.map((issue) => `${file}: ${getDotPath(issue) ?? 'the file'}: ${issue.message}`))
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
