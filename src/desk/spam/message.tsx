import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import css from './message.module.css'

/** A longer message is shortened, so that a list of them can be looked through. */
const MAX_CHARACTERS = 240
const MAX_LINES = 5

/** What a visitor wrote, with its line breaks and in its direction. A long one is shortened until somebody opens it. */
export function Message({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES
  return (
    <div className={css.message}>
      <bdi dir="auto" className={isLong && !isOpen ? css.short : css.whole}>
        {text}
      </bdi>
      {isLong && (
        <Button look="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Whole message
        </Button>
      )}
    </div>
  )
}
