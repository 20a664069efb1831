import { useEffect, useRef, useState } from 'react'
import { counted } from '../../callback-request/calling/counted.ts'
import { type CallFailed, explainFailure, saveAnswer, stream } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import css from './find-page.module.css'

/** The rows so far are said at most this often. */
const PROGRESS_MS = 500

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Saves everything that the filter finds as a file, unless it is stopped, and says how far it has come. */
export function ExportButton({ filter, isRefused }: { filter: object; isRefused: boolean }) {
  const exporting = useChange<void, string>({ send: exportRows })
  const [progress, setProgress] = useState('')
  const running = useRef<AbortController>(undefined)
  const exportButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  // Whoever leaves the page stops it.
  useEffect(() => () => running.current?.abort(), [])

  async function exportRows() {
    running.current = new AbortController()
    const { signal } = running.current
    setProgress('The export begins.')
    try {
      const answer = await stream('/api/exports', filter, signal)
      const rows = await saveRows(answer, (rows) => setProgress(`Exporting: ${counted(rows, 'row')} so far.`))
      return `Exported ${counted(rows, 'row')}.`
    } catch (error) {
      if (!signal.aborted) throw error
      return 'The export was stopped. No file was saved.'
    } finally {
      if (document.activeElement === stopButton.current) exportButton.current?.focus()
      setProgress('')
    }
  }

  return (
    <div className={`row ${css.export}`}>
      <Button
        ref={exportButton}
        look="outlined"
        disabled={isRefused}
        aria-disabled={exporting.isBusy}
        onClick={() => exporting.run()}
      >
        Export CSV
      </Button>
      {exporting.isBusy && (
        <Button ref={stopButton} look="plain" onClick={() => running.current?.abort()}>
          Stop export
        </Button>
      )}
      <p role="status" className="quiet">
        {progress}
      </p>
      <Outcome of={exporting} explain={explain} />
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
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
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
  await saveAnswer(new Response(answer.body?.pipeThrough(counting), answer))
  return rows
}

function explain(failure: CallFailed): string {
  if (failure.status !== 0) return explainFailure(failure)
  return 'The export did not arrive completely. No file was saved. Check your connection and try again.'
}
