import { onTestFinished } from 'vitest'
import { cuttable } from './cuttable.ts'

/**
 * Stands between a client and its database, and can be told to let nothing more through on the connections there are,
 * without a word, as when a machine has lost its power. Later connections work.
 */
export async function silenceable(url: string) {
  const { address: between, silence, close } = await cuttable(url)
  onTestFinished(close)
  const address = new URL(url)
  address.port = new URL(between).port
  return { address: address.href, silence }
}
