import type { Content } from '../../content/content.ts'

/**
 * The pauses between a failed attempt and the next, in ms. There is none before the second: while instances are replaced
 * by a new version one by one, the next instance may have the files that the first did not have.
 */
const PAUSES_MS = [0, 2_000, 10_000]

/** What is added to a module's address at each attempt, in order. */
const FRAGMENTS = ['', ...PAUSES_MS.map((_, again) => `#${again + 1}`)]

/** The addresses under which a module is imported. */
export const addressesOf = (address: string) => FRAGMENTS.map((fragment) => address + fragment)

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
  const [first = '', ...others] = FRAGMENTS
  let loading = load(first)
  for (const [again, fragment] of others.entries()) {
    try {
      return await loading
    } catch (error) {
      if (again > 0) onFailure(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[again]))
      loading = load(fragment)
    }
  }
  return loading
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
