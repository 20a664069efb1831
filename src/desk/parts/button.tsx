import type { ComponentProps } from 'react'
import ui from '../../ui/button.module.css'
import css from './desk-button.module.css'

const LOOKS = {
  filled: `${ui.button} ${ui.filled}`,
  outlined: `${ui.button} ${ui.outlined}`,
  danger: `${ui.button} ${ui.outlined} danger`,
  plain: `tinted ${css.plain}`,
  inline: `tinted ${css.plain} ${css.inline}`,
} as const

/** A button that does something else than sending its form. `danger` begins what cannot be taken back. */
export function Button({ look, ...button }: ComponentProps<'button'> & { look: keyof typeof LOOKS }) {
  return <button type="button" {...button} className={LOOKS[look]} />
}
