/**
 * How long after a failed import the next one follows, in ms. The first follows at once: while a new version replaces
 * the running one instance by instance, the one that was asked may not have the page's module, and the next may.
 */
const PAUSES_MS = [0, 2_000, 10_000]

/**
 * Under which addresses a module is imported, one after the other, until it comes. A browser remembers an address whose
 * import failed, its fragment included; servers and caches never see the fragment.
 */
export const addressesOf = (address: string) => [address, ...PAUSES_MS.map((_, again) => `${address}#${again + 1}`)]

/**
 * Imports a module, and again if it does not come.
 *
 * @param onMissing called after each failed import but the first, after which another is under way already
 * @throws what the last import throws
 */
export async function importAgain<Module>(address: string, onMissing: (error: unknown) => void): Promise<Module> {
  const [first = address, ...others] = addressesOf(address)
  let coming: Promise<Module> = import(/* @vite-ignore */ first)
  for (const [again, other] of others.entries()) {
    try {
      return await coming
    } catch (error) {
      if (again > 0) onMissing(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[again]))
      coming = import(/* @vite-ignore */ other)
    }
  }
  return coming
}
