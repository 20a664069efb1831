import { type RefObject, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { COPIED, useCopy } from '../parts/fields.tsx'
import css from './call.module.css'

/** What was typed; of a callback also the international form, if there is one, and the number as it is shown. */
interface Phone {
  phone: string
  number?: string | null
  shown?: string
}

const addressOf = ({ phone, number }: Phone) => `tel:${(number ?? phone).replace(/[^+\d]/g, '')}`

/** The number as a link that dials it, and a button that copies it. */
export function PhoneNumber({ of, link }: { of: Phone; link?: RefObject<HTMLAnchorElement | null> }) {
  const own = useRef<HTMLAnchorElement>(null)
  const number = link ?? own
  const { copy, result } = useCopy(of.number ?? of.phone, number)
  const isCopied = result === COPIED
  return (
    <div className={`row ${css.number}`}>
      <a ref={number} href={addressOf(of)}>
        <bdi>{of.shown ?? of.phone}</bdi>
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

/** Begins to call, on a device that can. */
export function dial(of: Phone): void {
  const link = document.createElement('a')
  link.href = addressOf(of)
  link.click()
}
