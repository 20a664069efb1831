import type { Content } from '../src/content/content.ts'
import { alternatesOf, canonicalAddress, indexedPages } from '../src/content/indexed-pages.ts'

/** Names the sitemap, and keeps crawlers away from the calls. They must read the pages that they may not list. */
export function robotsOf({ department }: Content): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${department.siteAddress}/sitemap.xml\n`
}

/** Every page that search engines may list, in every language: https://www.sitemaps.org/protocol.html */
export function sitemapOf(contents: readonly Content[]): string {
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
