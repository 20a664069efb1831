import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import css from './call-panel.module.css'

/** The number as a link that dials it, and a button that copies it. */
export function PhoneNumber({ linkId, phone }: { linkId: string; phone: string }) {
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
        <bdi>{phone}</bdi>
      </a>
      <Button look="plain" onClick={copy}>
        Copy number
      </Button>
      <span role="status" className={css.copied}>
        {result}
      </span>
    </div>
  )
}
