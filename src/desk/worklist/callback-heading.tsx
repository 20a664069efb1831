import { Link } from '@tanstack/react-router'
import type { MouseEvent, Ref } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import css from './cell.module.css'

interface CallbackHeadingProps {
  row: CallbackRow
  /** It gets the focus when somebody moves through the list by keys. */
  ref: Ref<HTMLHeadingElement>
  isSelected: boolean
  /** Shows what is known of the person. @returns whether there was no room for it beside the list */
  onOpen: () => boolean
}

/** The name that heads a row: a link to the person's page; in a narrow window it opens what is beside the list in a wide one. */
export function CallbackHeading({ row: { id, name, references }, ref, isSelected, onOpen }: CallbackHeadingProps) {
  function open(event: MouseEvent) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isPlain && onOpen()) event.preventDefault()
  }
  return (
    <h3 ref={ref} className={css.name} tabIndex={-1} aria-current={isSelected || undefined}>
      <Link to="/requests/$reference" params={{ reference: references[0] ?? id }} onClick={open}>
        <bdi>{name}</bdi>
      </Link>
    </h3>
  )
}
