import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Content } from '../../../src/content/content.ts'

const SERVER = resolve(import.meta.dirname, '../../../dist/server')

/** The pages of this content by their files, rendered by the built renderer. */
export async function pagesOf(content: Content): Promise<Record<string, string>> {
  const { contentStyles, renderPages } = await import(pathToFileURL(`${SERVER}/render.js`).href)
  const { css, ...assets } = readJson('assets.json')
  const [built] = readJson('contents.json')
  return renderPages(content, { ...assets, css: css.replace(contentStyles(built), contentStyles(content)) })
}

/** Serves the pages of this content in place of the site's own. */
export async function servePages(page: Page, content: Content) {
  const pages = await pagesOf(content)
  const files = new Map([
    [content.path, 'index.html'],
    [`${content.path}thank-you`, 'thank-you.html'],
    [`${content.path}privacy`, 'privacy.html'],
    [`${content.path}no-such-page`, '404.html'],
  ])
  await page.route(
    ({ pathname }) => files.has(pathname),
    (route) => {
      const file = files.get(new URL(route.request().url()).pathname) ?? ''
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: pages[file] ?? '' })
    },
  )
}

const readJson = (file: string) => JSON.parse(readFileSync(`${SERVER}/${file}`, 'utf8'))
