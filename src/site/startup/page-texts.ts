import type { Content } from '../../content/content.ts'

/** The texts of the parts of the page that the browser renders. */
export type PageTexts = Pick<Content, 'forms' | 'carousels'>

/** These texts as JSON: a file beside the page, because a visitor needs none of them to read it. */
export function pageTextsFile({ forms, carousels }: Content): string {
  return JSON.stringify({ forms, carousels } satisfies PageTexts)
}

/** Loads these texts from the address that the page names. @throws when they do not come */
export async function loadPageTexts(): Promise<PageTexts> {
  const address = String(document.documentElement.dataset.texts)
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: answered with status ${answer.status}`)
  return answer.json()
}
