/**
 * The pauses between a failed import and the next, in ms. There is none before the second import: while instances are
 * replaced by a new version one by one, the next instance may have the module that the first did not have.
 */
const PAUSES_MS = [0, 2_000, 10_000]

/**
 * The addresses under which a module is imported, in order. Each differs in its fragment, because a browser remembers
 * an address whose import failed; servers and caches never see the fragment.
 */
export const addressesOf = (address: string) => [address, ...PAUSES_MS.map((_, again) => `${address}#${again + 1}`)]

/**
 * Imports a module, and retries when that fails.
 *
 * @param onFailure called after each failed import, except after the first (its retry starts at once) and the last
 * @throws what the last import throws
 */
export async function importWithRetries<Module>(address: string, onFailure: (error: unknown) => void): Promise<Module> {
  const [first = address, ...others] = addressesOf(address)
  let imported: Promise<Module> = import(/* @vite-ignore */ first)
  for (const [again, other] of others.entries()) {
    try {
      return await imported
    } catch (error) {
      if (again > 0) onFailure(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[again]))
      imported = import(/* @vite-ignore */ other)
    }
  }
  return imported
}
