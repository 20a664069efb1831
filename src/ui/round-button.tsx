import type { ComponentProps } from 'react'
import css from './round-button.module.css'

/** A round button that shows a sign, which CSS draws, and whose accessible name is the label. */
export function RoundButton({
  icon,
  label,
  className,
  ...button
}: ComponentProps<'button'> & { icon: 'previous' | 'next' | 'pause' | 'play' | 'close'; label: string }) {
  return (
    <button
      type="button"
      {...button}
      className={className ? `${css.button} ${className}` : css.button}
      aria-label={label}
      data-icon={icon}
    />
  )
}

/** The class of an element that holds several of them in a row. */
export const roundButtonRow = css.row
