import { Button } from '../parts/button.tsx'
import { COPIED, useCopy } from '../parts/fields.tsx'
import css from './call-panel.module.css'

interface PhoneNumberProps {
  linkId: string
  /** What was typed; of a callback also the international form, if there is one, and the number as it is shown. */
  of: { phone: string; number?: string | null; shown?: string }
}

/** The number as a link that dials it, and a button that copies it. */
export function PhoneNumber({ linkId, of: { phone, number, shown = phone } }: PhoneNumberProps) {
  const { copy, result } = useCopy(number ?? phone, linkId)
  const isCopied = result === COPIED
  return (
    <div className={`row ${css.number}`}>
      <a id={linkId} href={`tel:${(number ?? phone).replace(/[^+\d]/g, '')}`}>
        <bdi>{shown}</bdi>
      </a>
      <Button look="inline" onClick={copy}>
        {isCopied ? 'Number copied' : 'Copy number'}
      </Button>
      <span role="status" className={isCopied ? 'visuallyHidden' : 'quiet'}>
        {result}
      </span>
    </div>
  )
}

/** Whether this is a device that can be expected to call: one that is used by touch. */
export function isTelephone(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches
}
