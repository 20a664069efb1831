import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content, Contents } from '../src/content/content.ts'
import { alternatesOf, canonicalAddress, indexedPages } from '../src/content/indexed-pages.ts'
import { MANIFEST, manifestOf } from '../src/site/head/manifest.ts'
import { islandTexts } from '../src/site/island-texts.ts'

/**
 * Writes all that a build makes of the content: each language's pages, what search engines and phones read, and the texts
 * for the server.
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
    const texts = writeHashed(client, 'texts', 'json', JSON.stringify(islandTexts(content)))
    for (const [file, html] of Object.entries(render(content, texts))) {
      writeFileSync(join(client, content.path, file), html)
    }
    writeFileSync(join(client, content.path, MANIFEST), JSON.stringify(manifestOf(content)))
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

/** Names the sitemap, and keeps crawlers away from the calls. They must read the pages that they may not list. */
function robotsOf({ department }: Content): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${department.siteAddress}/sitemap.xml\n`
}

/** Every page that search engines may list, in every language: https://www.sitemaps.org/protocol.html */
function sitemapOf(contents: readonly Content[]): string {
  const entries = contents.flatMap((content) => indexedPages(content).map((page) => entryOf(content, page)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

function entryOf(content: Content, page: string): string {
  const alternates = alternatesOf(content, page).map(
    ({ hrefLang, href }) => `    <xhtml:link rel="alternate" hreflang="${hrefLang}" href="${href}"/>`,
  )
  return ['  <url>', `    <loc>${canonicalAddress(content, page)}</loc>`, ...alternates, '  </url>'].join('\n')
}
