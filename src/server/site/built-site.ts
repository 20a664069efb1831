import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DepartmentFacts } from '../../callback-request/department-facts.ts'
import type { Content, Contents } from '../../content/content.ts'
import type { ClockSample } from '../process-clock.ts'
import type { FormPage, RenderFormPage } from './forms/form-page.ts'

/** What `npm run build` made: the files of the pages, and the renderer as a function. */
export interface BuiltSite extends Assets {
  /** Absolute path of the pages and their files. */
  siteDirectory: string
  /** The codes of the site's languages; the first is at the site's address itself. */
  languages: readonly string[]
  /** The site's texts in each language, in that order. */
  contents: Contents
  noticeVersion: string
  department: DepartmentFacts
  renderFormPage: RenderFormPage
}

/** The part of `dist/server/assets.json` that the server reads; the renderer gets all of it. */
interface Assets {
  /** Of the program, as `package.json` had it. */
  version: string
  /** Of the styles inside the pages, as `sha256-…`. */
  styleHashes: readonly string[]
  /** Of the scripts inside the pages: an import map. */
  scriptHashes: readonly string[]
  /** Of the department's zone. */
  clock: readonly ClockSample[]
}

/** What the server uses of `dist/server/render.js`. */
interface Renderer {
  renderFormPage(page: FormPage, content: Content, assets: Assets): string
}

/** The texts of the built site in each language. @throws when it has not been built */
export async function builtContents(distDirectory: string): Promise<Contents> {
  return JSON.parse(await readFile(join(distDirectory, 'server/contents.json'), 'utf8'))
}

/** One line when visitors come to a site that is still the sample, as its footer says. */
export function sampleProblem([{ department }]: Contents, publicUrl: URL | null): string | null {
  if (!department.sample || publicUrl === null) return null
  return `${publicUrl.origin} shows the sample, which is no hospital: set CONTENT_DIR to your department's folder, or complete "npm run department"; then build again.`
}

/** One line when requests are kept for another time than the privacy notice says. */
export function retentionProblem([{ department }]: Contents, retentionDays: number): string | null {
  if (department.retentionDays === retentionDays) return null
  return `Requests are kept for ${retentionDays} days (RETENTION_DAYS), but the privacy notice says ${department.retentionDays} (retentionDays in department.json).`
}

/**
 * Loads the built site.
 *
 * @param distDirectory absolute path
 * @throws when it has not been built
 */
export async function loadBuiltSite(distDirectory: string): Promise<BuiltSite> {
  const assets: Assets = JSON.parse(await readFile(join(distDirectory, 'server/assets.json'), 'utf8'))
  const contents = await builtContents(distDirectory)
  const [first] = contents
  const renderer: Renderer = await import(pathToFileURL(join(distDirectory, 'server/render.js')).href)
  return {
    siteDirectory: join(distDirectory, 'client'),
    version: assets.version,
    styleHashes: assets.styleHashes,
    scriptHashes: assets.scriptHashes,
    clock: assets.clock,
    languages: contents.map(({ code }) => code),
    contents,
    noticeVersion: first.department.noticeVersion,
    department: first.department,
    renderFormPage: (page) => {
      const content = contents.find(({ code }) => code === page.language) ?? first
      return renderer.renderFormPage(page, content, assets)
    },
  }
}
