import type { IslandTexts } from '../island-texts.ts'

/** After each attempt. None after the first: another instance may have the files, while a version replaces another. */
const PAUSES_MS = [0, 2_000, 10_000]

/** A browser remembers an address whose import failed: each attempt has its own. Servers and caches see no fragments. */
export const addressesOf = (module: string) => ['', '#1', '#2', '#3'].map((fragment) => module + fragment)

/**
 * Loads the module that hydrates the islands, and their texts; retries when that fails, and at last gives nothing.
 *
 * @param onFailure called after each failed attempt except the first
 */
export async function loadIslands(module: string, texts: string, onFailure: (error: unknown) => void) {
  type Loaded = [typeof import('../islands/hydrate.tsx'), IslandTexts]
  for (const [attempt, address] of addressesOf(module).entries()) {
    try {
      const json = fetch(texts).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      return (await Promise.all([import(/* @vite-ignore */ address), json])) as Loaded
    } catch (error) {
      if (attempt > 0) onFailure(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[attempt]))
    }
  }
}
