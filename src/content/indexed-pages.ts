import type { Content } from './content.ts'

/** The pages of a language that search engines may list, by the end of their address. They list no other. */
export const indexedPages = ({ furtherPages }: Content): string[] => [
  '',
  'privacy',
  ...furtherPages.map(({ name }) => name),
]

/** The one address, with the host, under which search engines list a page. */
export function canonicalAddress({ department, path }: Content, page: string): string {
  return `${department.siteAddress}${path}${page}`
}

/** A page's address in each language that has it, and for visitors who read none of them: the site's first. */
export function alternatesOf({ department, languages }: Content, page: string) {
  const addressIn = (path: string) => `${department.siteAddress}${path}${page}`
  const having = languages.filter(({ pages }) => ['', 'privacy', ...pages].includes(page))
  return [
    ...having.map(({ code, path }) => ({ hrefLang: code, href: addressIn(path) })),
    { hrefLang: 'x-default', href: addressIn(having[0]?.path ?? '/') },
  ]
}
