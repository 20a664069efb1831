import { orCallFailed } from '../api.ts'

/** By then every browser has begun to save the file. */
const SAVED_MS = 60_000

/**
 * Saves an answer as a file, under the name that its headers give it, when all of it has arrived.
 *
 * @throws CallFailed when it ends before its end; nothing is saved then
 */
export async function saveAnswer(answer: Response): Promise<void> {
  const file = await orCallFailed(answer.blob())
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS)
}
