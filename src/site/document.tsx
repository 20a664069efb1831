import type { ReactNode } from 'react'
import type { Content } from '../content/content.ts'
import { say } from '../content/fill.ts'
import { bannerPreloads } from './carousel/banners.ts'
import { STATUS_LINES } from './forms/form-footer.tsx'
import { MANIFEST } from './head/manifest.ts'
import { SearchTags, SharedLinkTags } from './head/page-tags.tsx'
import { structuredData } from './head/structured-data.ts'
import { islandTexts } from './island-texts.ts'

/** What the build records about its output, in `dist/server/assets.json`. */
export interface Assets {
  /** The site's one stylesheet, inlined into every page. */
  css: string
  /** The script that runs first, `early/entry.ts`, inlined into the home page. */
  script: string
  /** The address of the module that the script loads after the first paint, `islands/hydrate.tsx`. */
  hydration: string
  /** The address of the texts that this module needs, in the page's language; undefined in development. */
  texts?: string
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
  indexed?: string
  /** The pages with islands need script; the others have none. */
  interactive?: true
}) {
  const { css, typefaces, importMap, script, hydration, texts } = assets
  const { locale, direction } = content.texts.language
  const typeface = typefaces?.[content.script]
  const isHome = indexed === ''
  return (
    <html lang={locale} dir={direction === 'rtl' ? direction : undefined} data-letters={content.script}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        {indexed === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <SearchTags content={content} page={indexed} />
            <SharedLinkTags content={content} page={indexed} title={title} description={description ?? ''} />
          </>
        )}
        <meta name="theme-color" content={content.department.colours.paper} />
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {importMap && <link rel="manifest" href={content.path + MANIFEST} />}
        {isHome && <BannerPreloads content={content} />}
        {!interactive && typeface && (
          <link rel="preload" as="font" type="font/woff2" href={typeface} crossOrigin="anonymous" />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {interactive && importMap && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: hashes of our own modules
          <script type="importmap" dangerouslySetInnerHTML={{ __html: importMap }} />
        )}
        {interactive && (
          // Runs before the body is parsed, so that the pictures it delays are not requested. A module in development.
          <script
            type={importMap ? undefined : 'module'}
            data-module={hydration}
            data-texts={texts ?? dataAddress(JSON.stringify(islandTexts(content)))}
            data-sending={say(STATUS_LINES.PENDING.text, content.forms.translations)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
            dangerouslySetInnerHTML={{ __html: script }}
          />
        )}
      </head>
      <body>
        {children}
        {isHome && <StructuredData content={content} />}
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

const dataAddress = (json: string) => `data:application/json,${encodeURIComponent(json)}`

/** As JSON that cannot end its element. No browser runs it, whatever the site's policy allows. */
function StructuredData({ content }: { content: Content }) {
  const __html = JSON.stringify(structuredData(content)).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
