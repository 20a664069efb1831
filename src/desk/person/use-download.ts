import { useState } from 'react'
import { CallFailed, explainFailure, saveAnswer, stream } from '../api.ts'

/** The server reads all requests for it: seconds with a million of them. */
const TIMEOUT_MS = 60_000

/** Saves everything that is stored of the number of a request as a file, and says what became of it. */
export function useDownload(reference: string) {
  const [isRunning, setIsRunning] = useState(false)
  const [saved, setSaved] = useState('')
  const [failure, setFailure] = useState('')

  async function download() {
    if (isRunning) return
    setIsRunning(true)
    setSaved('')
    setFailure('')
    try {
      const path = `/api/requests/${encodeURIComponent(reference)}/export`
      await saveAnswer(await stream(path, {}, AbortSignal.timeout(TIMEOUT_MS)))
      setSaved('The file is saved.')
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(explainFailure(error))
    } finally {
      setIsRunning(false)
    }
  }

  return { download, isRunning, saved, failure }
}
