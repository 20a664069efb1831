import { useEffect, useState } from 'react'
import type { StoredCounts } from '../../callback-request/calling/person.ts'
import { counted } from '../parts/counted.ts'
import { CopyField } from '../parts/fields.tsx'
import { Notice } from '../parts/notice.tsx'

/** What was erased, and whether nothing of it can be read in the files any more. */
export type Erased = StoredCounts & { overwritten: boolean }

/** Such as "2 requests, 1 callback and 3 calls". */
export function countsInWords({ requests, callbacks, tries, notes, messages }: StoredCounts): string {
  const parts = [
    counted(requests, 'request'),
    callbacks > 0 && counted(callbacks, 'callback'),
    tries > 0 && counted(tries, 'call'),
    notes > 0 && counted(notes, 'note'),
    messages > 0 && `${counted(messages, 'message')} about them`,
  ]
  return new Intl.ListFormat('en-GB').format(parts.filter((part) => part !== false))
}

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
            the disk. In a quiet hour, ask your technician to run “clinic requests purge” on the server, or this command
            where the clinic was started by npm:
          </p>
          <CopyField label="Command" text={OVERWRITE_COMMAND} />
        </>
      )}
    </>
  )
}
