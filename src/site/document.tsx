import type { ReactNode } from 'react'
import type { Content } from '../content/content.ts'
import { bannerPreloads } from './carousel/banners.ts'
import icon from './favicon.png?inline'
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
  interactive,
}: {
  content: Content
  title: string
  description?: string
  assets: Assets
  children: ReactNode
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
        {interactive && <OpenGraphTags content={content} title={title} description={description} />}
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
      <body>{children}</body>
    </html>
  )
}

/** How a shared link to the page looks. */
function OpenGraphTags({
  content: { department, path, texts },
  title,
  description,
}: {
  content: Content
  title: string
  description: string | undefined
}) {
  const { siteAddress } = department
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': `${siteAddress}${path}`,
    'og:image': `${siteAddress}/og.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:locale': texts.language.locale.replace('-', '_'),
  }
  return Object.entries(properties).map(([property, content]) => (
    <meta key={property} property={property} content={content} />
  ))
}

function BannerPreloads({ content: { slides } }: { content: Content }) {
  return slides
    .slice(0, 1)
    .flatMap(bannerPreloads)
    .map((banner) => (
      <link key={banner.media} rel="preload" as="image" type="image/avif" fetchPriority="high" {...banner} />
    ))
}

/** The texts that the page's script needs, as JSON that cannot end its element. */
function PageTextsData({ content: { forms, carousels } }: { content: Content }) {
  const texts: PageTexts = { forms, carousels }
  const __html = JSON.stringify(texts).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type="application/json" id={PAGE_TEXTS_ID} dangerouslySetInnerHTML={{ __html }} />
}

/** A page's title in the browser's tab. */
export function titleOf({ department }: Content, page?: string): string {
  const site = `${department.name}, ${department.hospital}`
  return page ? `${page} – ${site}` : site
}
