import type { Content } from '../../content/content.ts'
import { alternatesOf, canonicalAddress, type IndexedPage } from '../../content/indexed-pages.ts'

/**
 * Says under which address search engines list a page, and where it is in each language.
 *
 * @param page undefined for a page that they may not list
 */
export function SearchTags({ content, page }: { content: Content; page: IndexedPage | undefined }) {
  if (page === undefined) return <meta name="robots" content="noindex" />
  return (
    <>
      <link rel="canonical" href={canonicalAddress(content, page)} />
      {alternatesOf(content, page).map((alternate) => (
        <link key={alternate.hrefLang} rel="alternate" {...alternate} />
      ))}
    </>
  )
}
