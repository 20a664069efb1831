import type { Content } from '../../content/content.ts'

/**
 * What is added to a module's address at each attempt but the last, and the pause after it has failed. There is none after
 * the first: while instances are replaced by a new version one by one, the next instance may have the files that the first
 * did not have.
 */
const ATTEMPTS = [
  { fragment: '', pauseMs: 0 },
  { fragment: '#1', pauseMs: 2_000 },
  { fragment: '#2', pauseMs: 10_000 },
]
const LAST_FRAGMENT = '#3'

/** The addresses under which a module is imported. */
export const addressesOf = (address: string) => [
  ...ATTEMPTS.map(({ fragment }) => address + fragment),
  address + LAST_FRAGMENT,
]

/**
 * Loads something, and retries when that fails.
 *
 * @param load gets a fragment that is new each time, because a browser remembers an address whose import failed; servers
 * and caches never see fragments
 * @param onFailure called after each failed attempt, except after the first (its retry starts at once) and the last
 * @throws what the last attempt throws
 */
export async function loadWithRetries<Loaded>(
  load: (fragment: string) => Promise<Loaded>,
  onFailure: (error: unknown) => void,
): Promise<Loaded> {
  for (const { fragment, pauseMs } of ATTEMPTS) {
    try {
      return await load(fragment)
    } catch (error) {
      if (pauseMs > 0) onFailure(error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return load(LAST_FRAGMENT)
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
