import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallFailed, send } from '../api.ts'
import type { ExportProgress } from '../events.ts'
import { Button } from '../parts/button.tsx'
import { explainFailure } from '../parts/explain-failure.ts'
import { Notice } from '../parts/notice.tsx'
import { exportKey } from './export-key.ts'
import css from './find-page.module.css'

/** Downloads everything that the filter finds, and says how far it has come. */
export function ExportButton({ filter, isRefused }: { filter: object; isRefused: boolean }) {
  const [url, setUrl] = useState<string>()
  const [failure, setFailure] = useState('')
  const isPending = useRef(false)
  const { data: progress } = useQuery<ExportProgress>({
    queryKey: exportKey(url),
    queryFn: () => Promise.reject(new Error('The server tells it.')),
    enabled: false,
  })

  async function download() {
    if (isPending.current) return
    isPending.current = true
    setFailure('')
    try {
      const ticket = await send<{ url: string }>('POST', '/api/exports', filter)
      setUrl(ticket.url)
      const link = document.createElement('a')
      link.href = ticket.url
      link.download = ''
      link.click()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(explainFailure(error))
    } finally {
      isPending.current = false
    }
  }

  return (
    <div className={css.export}>
      <Button look="outlined" disabled={isRefused} onClick={download}>
        Export CSV
      </Button>
      <p role="status">{url !== undefined && inWords(progress)}</p>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
    </div>
  )
}

function inWords(progress: ExportProgress | undefined): string {
  if (!progress) return 'The download begins.'
  const rows = progress.rows === 1 ? '1 row' : `${progress.rows.toLocaleString('en-GB')} rows`
  return progress.done ? `Exported ${rows}.` : `Exporting: ${rows} so far.`
}
