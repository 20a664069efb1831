import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content, Contents } from '../src/content/content.ts'
import { pageTextsFile } from '../src/site/startup/load.ts'
import { robotsOf, sitemapOf } from './crawler-files.ts'

/**
 * Writes all that a build makes of the content: each language's pages, what search engines read, and the texts for the
 * server.
 *
 * @param render gives a language's pages by file name; `texts` is the address of what their script needs
 */
export function writePages(
  dist: string,
  contents: Contents,
  render: (content: Content, texts: string) => Record<string, string>,
) {
  const client = join(dist, 'client')
  for (const content of contents) {
    mkdirSync(join(client, content.path), { recursive: true })
    const texts = writeHashed(client, 'texts', 'json', pageTextsFile(content))
    for (const [file, html] of Object.entries(render(content, texts))) {
      writeFileSync(join(client, content.path, file), html)
    }
  }
  writeFileSync(join(client, 'robots.txt'), robotsOf(contents[0]))
  writeFileSync(join(client, 'sitemap.xml'), sitemapOf(contents))
  writeFileSync(join(dist, 'server/contents.json'), JSON.stringify(contents))
}

/** Writes a file whose name contains the hash of its content. @returns its address */
export function writeHashed(client: string, name: string, extension: string, content: string | Buffer): string {
  const address = `/assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`
  writeFileSync(join(client, address), content)
  return address
}
