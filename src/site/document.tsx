import type { ReactNode } from 'react'
import type { Content } from '../content/content.ts'
import type { IndexedPage } from '../content/indexed-pages.ts'
import { bannerPreloads } from './carousel/banners.ts'
import icon from './favicon.png?inline'
import { DataBlock } from './head/data-block.tsx'
import { SearchTags } from './head/search-tags.tsx'
import { SharedLinkTags } from './head/shared-link-tags.tsx'
import { structuredData } from './head/structured-data.ts'
import { PAGE_TEXTS_ID, type PageTexts } from './startup/page-texts.ts'

/** What the build records about its output, in `dist/server/assets.json`. */
export interface Assets {
  /** The site's one stylesheet, inlined into every page. */
  css: string
  /** The script that runs first, `startup/entry-client.ts`, inlined into the home page. */
  script: string
  /** The address of the module that the script loads after the first paint, `startup/hydrate.tsx`. */
  hydration: string
  /** JSON with the hashes of the modules that are loaded later; undefined in development. */
  importMap?: string
  /** The addresses of the headings' typefaces, by script (ISO 15924); undefined in development. */
  typefaces?: Readonly<Record<string, string>>
}

/** A whole HTML document. */
export function Document({
  content,
  title,
  description,
  assets,
  children,
  indexed,
  interactive,
}: {
  content: Content
  title: string
  description?: string
  assets: Assets
  children: ReactNode
  /** The end of the page's address; without it, search engines may not list the page. */
  indexed?: IndexedPage
  /** Only the home page needs script; the other pages have none. */
  interactive?: true
}) {
  const { css, typefaces, importMap, script, hydration } = assets
  const { locale, direction } = content.texts.language
  const typeface = typefaces?.[content.script]
  return (
    <html
      lang={locale}
      dir={direction === 'rtl' ? direction : undefined}
      data-letters={content.script}
      {...(interactive && { 'data-hydration': hydration })}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <SearchTags content={content} page={indexed} />
        {interactive && <SharedLinkTags content={content} />}
        <meta name="theme-color" content={content.department.colours.paper} />
        <link rel="icon" href={icon} type="image/png" />
        {interactive && <BannerPreloads content={content} />}
        {!interactive && typeface && (
          <link rel="preload" as="font" type="font/woff2" href={typeface} crossOrigin="anonymous" />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {interactive && <PageTextsData content={content} />}
        {interactive && importMap && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: hashes of our own modules
          <script type="importmap" dangerouslySetInnerHTML={{ __html: importMap }} />
        )}
        {interactive && (
          // Runs before the body is parsed, so that the pictures it delays are not requested. A module in development.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
          <script type={importMap ? undefined : 'module'} dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </head>
      <body>
        {children}
        {interactive && <DataBlock type="application/ld+json" data={structuredData(content)} />}
      </body>
    </html>
  )
}

function BannerPreloads({ content: { slides } }: { content: Content }) {
  return slides
    .slice(0, 1)
    .flatMap(bannerPreloads)
    .map((banner) => (
      <link key={banner.media} rel="preload" as="image" type="image/avif" fetchPriority="high" {...banner} />
    ))
}

/** The texts that the page's script needs. */
function PageTextsData({ content: { forms, carousels } }: { content: Content }) {
  const texts: PageTexts = { forms, carousels }
  return <DataBlock type="application/json" id={PAGE_TEXTS_ID} data={texts} />
}
