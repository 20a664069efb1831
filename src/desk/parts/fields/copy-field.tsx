import { useId, useState } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import css from './copy-field.module.css'

/** A text to copy, with a button that does it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId()
  const [result, setResult] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('Copied.')
    } catch {
      // Browsers offer the clipboard only over https.
      const field = document.getElementById(id)
      if (field instanceof HTMLTextAreaElement) field.select()
      setResult('The text is selected: press Ctrl+C or ⌘C to copy it.')
    }
  }

  return (
    <div className={css.copy}>
      <div className={css.row}>
        <TextArea id={id} label={label} rows={2} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button look="outlined" onClick={copy}>
          Copy
        </Button>
      </div>
      <Notice role="status" tone="ok">
        {result}
      </Notice>
    </div>
  )
}
