import type { Content } from '../../content/content.ts'
import { canonicalAddress } from '../../content/indexed-pages.ts'
import { nameOf, titleOf } from './title.ts'

/** How a link to the home page looks where somebody shares it: Open Graph, and what X adds to it. */
export function SharedLinkTags({ content }: { content: Content }) {
  const { department, languages, texts } = content
  const { description, sharedPicture, language } = texts
  const others = languages.filter(({ code }) => code !== content.code)
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', nameOf(content)],
    ['og:title', titleOf(content)],
    ['og:description', description],
    ['og:url', canonicalAddress(content, '')],
    ['og:image', `${department.siteAddress}/og.jpg`],
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
      <meta name="twitter:image:alt" content={sharedPicture} />
    </>
  )
}

/** A locale as Open Graph writes it, with a territory: `en_GB`, and `hi_IN` for `hi`. */
function territoryOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return `${language}_${region}`
}
