import { Button } from '../parts/button.tsx'
import { COPIED, useCopy } from '../parts/fields.tsx'
import css from './call-panel.module.css'

/** The last ten digits of a number. */
const TEN_DIGITS = /(\d{5})(\d{5})$/

/** A number such as "+91 00000 00001", which is easier to read and to say. */
export function inGroups(phone: string): string {
  const digits = phone.replace(/[^+\d]/g, '')
  return TEN_DIGITS.test(digits) ? digits.replace(TEN_DIGITS, ' $1 $2').trim() : phone
}

/** The number as a link that dials it, and a button that copies it. */
export function PhoneNumber({ linkId, phone }: { linkId: string; phone: string }) {
  const { copy, result } = useCopy(phone, linkId)
  const isCopied = result === COPIED
  return (
    <div className={`row ${css.number}`}>
      <a id={linkId} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        <bdi>{inGroups(phone)}</bdi>
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
