import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content } from '../src/content/content.ts'
import { robotsOf, sitemapOf } from './crawler-files.ts'

/**
 * Writes all that a build makes of the content: each language's pages, what search engines read, and the texts for the
 * server.
 *
 * @param render gives a language's pages by file name
 */
export function writePages(
  dist: string,
  contents: readonly [first: Content, ...others: Content[]],
  render: (content: Content) => Record<string, string>,
) {
  const client = join(dist, 'client')
  for (const content of contents) {
    mkdirSync(join(client, content.path), { recursive: true })
    for (const [file, html] of Object.entries(render(content))) writeFileSync(join(client, content.path, file), html)
  }
  writeFileSync(join(client, 'robots.txt'), robotsOf(contents[0]))
  writeFileSync(join(client, 'sitemap.xml'), sitemapOf(contents))
  writeFileSync(join(dist, 'server/contents.json'), JSON.stringify(contents))
}
