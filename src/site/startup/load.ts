import type { Content } from '../../content/content.ts'

/**
 * How long to wait before each retry. Not before the first: while instances are replaced by a new version one by one, the
 * next instance may have the files that the first did not have.
 */
const PAUSES_MS = [0, 2_000, 10_000]

/** A browser remembers an address whose import failed: each attempt has its own. Servers and caches never see fragments. */
const fragmentOf = (attempt: number) => (attempt === 0 ? '' : `#${attempt}`)

/** The addresses under which a module is imported. */
export const addressesOf = (address: string) => [0, ...PAUSES_MS].map((_, attempt) => address + fragmentOf(attempt))

/**
 * Loads something, and retries when that fails.
 *
 * @param onFailure called after each failed attempt, except after the first (its retry starts at once) and the last
 * @throws what the last attempt throws
 */
export async function loadWithRetries<Loaded>(
  load: (fragment: string) => Promise<Loaded>,
  onFailure: (error: unknown) => void,
): Promise<Loaded> {
  for (const [attempt, pauseMs] of PAUSES_MS.entries()) {
    try {
      return await load(fragmentOf(attempt))
    } catch (error) {
      if (pauseMs > 0) onFailure(error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return load(fragmentOf(PAUSES_MS.length))
}

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
