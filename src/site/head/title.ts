import type { Content } from '../../content/content.ts'

/** The department and its hospital. */
export const nameOf = ({ department }: Content) => `${department.name}, ${department.hospital}`

/**
 * A page's title in the browser's tab, in lists of results and in shared links.
 *
 * @param page what the page is; undefined for the home page, whose title says what a visitor can do there
 */
export function titleOf(content: Content, page?: string): string {
  return page ? `${page} – ${nameOf(content)}` : `${nameOf(content)} – ${content.texts.getCallback}`
}
