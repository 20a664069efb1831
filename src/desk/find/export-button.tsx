import { useEffect, useRef, useState } from 'react'
import { CallFailed, explainFailure, saveAnswer, stream } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import css from './find-page.module.css'

/** The rows so far are said at most this often. */
const PROGRESS_MS = 500

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Saves everything that the filter finds as a file, unless it is stopped, and says how far it has come. */
export function ExportButton({ filter, isRefused }: { filter: object; isRefused: boolean }) {
  const [running, setRunning] = useState<AbortController>()
  const [progress, setProgress] = useState('')
  const [failure, setFailure] = useState('')
  const exportButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  // Whoever leaves the page stops it.
  useEffect(() => () => running?.abort(), [running])

  async function run() {
    if (running) return
    const controller = new AbortController()
    setRunning(controller)
    setProgress('The export begins.')
    setFailure('')
    try {
      const answer = await stream('/api/exports', filter, controller.signal)
      const rows = await saveRows(answer, (rows) => setProgress(`Exporting: ${inWords(rows)} so far.`))
      setProgress(`Exported ${inWords(rows)}.`)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const { aborted } = controller.signal
      setProgress(aborted ? 'The export was stopped. No file was saved.' : '')
      setFailure(aborted ? '' : explain(error))
    } finally {
      if (document.activeElement === stopButton.current) exportButton.current?.focus()
      setRunning(undefined)
    }
  }

  return (
    <div className={css.export}>
      <Button
        ref={exportButton}
        look="outlined"
        disabled={isRefused}
        aria-disabled={running !== undefined}
        onClick={run}
      >
        Export CSV
      </Button>
      {running && (
        <Button ref={stopButton} look="plain" onClick={() => running.abort()}>
          Stop export
        </Button>
      )}
      <p role="status" className="quiet">
        {progress}
      </p>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
    </div>
  )
}

/**
 * Saves an export as a file when it has arrived.
 *
 * @param onRows is told of the rows so far
 * @returns how many they are
 * @throws CallFailed when it ends before its end, or is stopped
 */
async function saveRows(answer: Response, onRows: (rows: number) => void): Promise<number> {
  let rows = -1 // the first line has the names of the columns
  let isQuoted = false
  let toldAt = Number.NEGATIVE_INFINITY
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      for (const byte of part) {
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === LINE_FEED && !isQuoted) rows++
      }
      controller.enqueue(part)
      if (performance.now() - toldAt < PROGRESS_MS) return
      toldAt = performance.now()
      onRows(rows)
    },
  })
  await saveAnswer(new Response(answer.body?.pipeThrough(counted), answer))
  return rows
}

function inWords(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en-GB')} rows`
}

function explain(failure: CallFailed): string {
  if (failure.status !== 0) return explainFailure(failure)
  return 'The export did not arrive completely. No file was saved. Check your connection and try again.'
}
