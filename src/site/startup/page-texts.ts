import type { Content } from '../../content/content.ts'

/** The texts of the parts of the page that the browser renders. */
export type PageTexts = Pick<Content, 'forms' | 'carousels'>

/** The `id` of the element that carries them, as JSON. */
export const PAGE_TEXTS_ID = 'page-texts'

/** Reads the texts that the page carries for its script. */
export function readPageTexts(): PageTexts {
  return JSON.parse(document.getElementById(PAGE_TEXTS_ID)?.textContent ?? '')
}
