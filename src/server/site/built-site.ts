import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DepartmentFacts } from '../../callback-request/department-facts.ts'
import type { Content } from '../../content/content.ts'
import type { FormPage, RenderFormPage } from './forms/form-page.ts'

/** What `npm run build` made: the files of the pages, and the renderer as a function. */
export interface BuiltSite extends Assets {
  /** Absolute path of the pages and their files. */
  siteDirectory: string
  /** The codes of the site's languages, English first. */
  languages: readonly string[]
  /** The site's texts in each language, English first. */
  contents: readonly [english: Content, ...others: Content[]]
  noticeVersion: string
  department: DepartmentFacts
  renderFormPage: RenderFormPage
}

/** The part of `dist/server/assets.json` that the server reads; the renderer gets all of it. */
interface Assets {
  /** Of the styles inside the pages, as `sha256-…`. */
  styleHashes: readonly string[]
  /** Of the scripts inside the pages: an import map. */
  scriptHashes: readonly string[]
}

/** What the server uses of `dist/server/render.js`. */
interface Renderer {
  renderFormPage(page: FormPage, content: Content, assets: Assets): string
}

/**
 * Loads the built site.
 *
 * @param distDirectory absolute path
 * @throws when it has not been built
 */
export async function loadBuiltSite(distDirectory: string): Promise<BuiltSite> {
  const readJson = async (file: string) => JSON.parse(await readFile(join(distDirectory, 'server', file), 'utf8'))
  const assets: Assets = await readJson('assets.json')
  const contents: [Content, ...Content[]] = await readJson('contents.json')
  const [english] = contents
  const renderer: Renderer = await import(pathToFileURL(join(distDirectory, 'server/render.js')).href)
  return {
    siteDirectory: join(distDirectory, 'client'),
    styleHashes: assets.styleHashes,
    scriptHashes: assets.scriptHashes,
    languages: contents.map(({ code }) => code),
    contents,
    noticeVersion: english.department.noticeVersion,
    department: english.department,
    renderFormPage: (page) => {
      const content = contents.find(({ code }) => code === page.language) ?? english
      return renderer.renderFormPage(page, content, assets)
    },
  }
}
