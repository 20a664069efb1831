import { useEffect, useState } from 'react'
import { CopyField } from '../parts/fields/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { countsInWords, type Erased } from './erased.ts'

/** Rewrites the file whatever its size, besides erasing what is too old. */
const OVERWRITE_COMMAND = 'npm run -s requests -- purge'

let latest: Erased | undefined

/** Lets the next page that has a notice say what was erased. */
export function announceErased(erased: Erased): void {
  latest = erased
}

/** Says once what was erased. */
export function ErasedNotice() {
  const [erased, setErased] = useState<Erased>()
  useEffect(() => {
    if (!latest) return
    setErased(latest)
    latest = undefined
  }, [])
  return (
    <>
      <Notice role="status" tone="ok">
        {erased && `Erased: ${countsInWords(erased)}.`}
      </Notice>
      {erased?.overwritten === false && (
        <>
          <p>
            The file of the database was too large or too busy to be rewritten, so parts of it may still be readable on
            the disk. Ask your technician to run this command on the server in a quiet hour:
          </p>
          <CopyField label="Command" text={OVERWRITE_COMMAND} />
        </>
      )}
    </>
  )
}
