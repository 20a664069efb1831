import type { Content } from '../../content/content.ts'
import { alternatesOf, canonicalAddress } from '../../content/indexed-pages.ts'

/** The department and its hospital. */
const nameOf = ({ department }: Content) => `${department.name}, ${department.hospital}`

/**
 * A page's title in the browser's tab, in lists of results and in shared links.
 *
 * @param page what the page is; undefined for the home page, whose title says what a visitor can do there
 */
export function titleOf(content: Content, page?: string): string {
  return page ? `${page} – ${nameOf(content)}` : `${nameOf(content)} – ${content.texts.getCallback}`
}

/** Says under which address search engines list a page, and where it is in each language. */
export function SearchTags({ content, page }: { content: Content; page: string }) {
  return (
    <>
      <link rel="canonical" href={canonicalAddress(content, page)} />
      {alternatesOf(content, page).map((alternate) => (
        <link key={alternate.hrefLang} rel="alternate" {...alternate} />
      ))}
    </>
  )
}

/** The address of the picture of shared links. */
export const sharedPictureIn = ({ department, sharedPicture = 'og.jpg' }: Content) =>
  `${department.siteAddress}/${sharedPicture}`

/** How a link to a page looks where somebody shares it: Open Graph, and what X adds to it. */
export function SharedLinkTags({
  content,
  page,
  title,
  description,
}: {
  content: Content
  page: string
  title: string
  description: string
}) {
  const { languages, texts } = content
  const { sharedPicture, language } = texts
  const others = languages.filter(({ code }) => code !== content.code)
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', nameOf(content)],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonicalAddress(content, page)],
    ['og:image', sharedPictureIn(content)],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', sharedPicture],
    ['og:locale', territoryOf(language.locale)],
    ...others.map(({ locale }) => ['og:locale:alternate', territoryOf(locale)]),
  ]
  return (
    <>
      {tags.map(([property, content]) => (
        <meta key={`${property} ${content}`} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** A locale as Open Graph writes it, with a territory: `en_GB`, and `hi_IN` for `hi`. */
function territoryOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return `${language}_${region}`
}
