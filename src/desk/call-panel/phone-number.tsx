import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import css from './call-panel.module.css'

/** The last ten digits of a number. */
const TEN_DIGITS = /(\d{5})(\d{5})$/

/** A number such as "+91 00000 00001", which is easier to read and to say. */
export function inGroups(phone: string): string {
  const digits = phone.replace(/[^+\d]/g, '')
  return TEN_DIGITS.test(digits) ? digits.replace(TEN_DIGITS, ' $1 $2').trim() : phone
}

/** The number as a link that dials it, and a button that copies it. */
export function PhoneNumber({ linkId, phone, shown = phone }: { linkId: string; phone: string; shown?: string }) {
  const [result, setResult] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(phone)
      setResult('Copied.')
    } catch {
      // Browsers offer the clipboard only over https.
      const link = document.getElementById(linkId)
      if (link) getSelection()?.selectAllChildren(link)
      setResult('The number is selected: press Ctrl+C or ⌘C to copy it.')
    }
  }

  return (
    <div className={css.number}>
      <a id={linkId} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        <bdi>{shown}</bdi>
      </a>
      <Button look="plain" onClick={copy}>
        Copy number
      </Button>
      <span role="status" className={css.quiet}>
        {result}
      </span>
    </div>
  )
}
