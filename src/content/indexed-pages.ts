import type { Content } from './content.ts'
import { DEFAULT_LANGUAGE, homePath } from './home-path.ts'

/** The pages that search engines may list, in every language, by the end of their address. They list no other. */
export const INDEXED_PAGES = ['', 'privacy'] as const

export type IndexedPage = (typeof INDEXED_PAGES)[number]

/** The one address, with the host, under which search engines list a page. */
export function canonicalAddress({ department, path }: Content, page: IndexedPage): string {
  return `${department.siteAddress}${path}${page}`
}

/** A page's address in each language, and for visitors who read none of them: English. */
export function alternatesOf({ department, languages }: Content, page: IndexedPage) {
  const addressIn = (path: string) => `${department.siteAddress}${path}${page}`
  return [
    ...languages.map(({ code, path }) => ({ hrefLang: code, href: addressIn(path) })),
    { hrefLang: 'x-default', href: addressIn(homePath(DEFAULT_LANGUAGE)) },
  ]
}
