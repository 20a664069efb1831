import type { FurtherPages } from '../content.ts'
import { PageFile, type PageTexts } from '../schema.ts'
import { checkSchema } from './schema-mistakes.ts'

/** Addresses that the site has already. */
const TAKEN = ['index', 'privacy', 'thank-you', '404', 'api', 'assets', 'pictures', 'healthz', 'readyz']

/**
 * Reads the further pages: each file is `NAME.LANGUAGE.json`, and the page is at `/NAME`.
 *
 * @param files by the file's name without `.json`
 * @param codes the site's languages
 */
export function checkFurtherPages(
  files: Readonly<Record<string, unknown>>,
  codes: readonly string[],
): { texts: FurtherPages; mistakes: string[] } {
  const texts: Record<string, Record<string, PageTexts>> = {}
  const mistakes = Object.entries(files).flatMap(([file, data]) => {
    const place = `pages/${file}.json`
    const [, name = '', code = ''] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z0-9-]+)$/.exec(file) ?? []
    if (name === '')
      return [`${place}: its name should be like imprint.en.json: small letters, and the language's code`]
    if (TAKEN.includes(name) || codes.includes(name)) return [`${place}: the site has another page at /${name}`]
    if (!codes.includes(code)) return [`${place}: the site is not in the language "${code}"`]
    const checked = checkSchema(place, PageFile, data)
    if (checked.data) texts[name] = { ...texts[name], [code]: checked.data }
    return checked.mistakes
  })
  return { texts, mistakes }
}
