import type { ComponentProps } from 'react'
import ui from '../../ui/button.module.css'
import css from './desk-button.module.css'

/** A button that does something else than sending its form. */
export function Button({ look, ...button }: ComponentProps<'button'> & { look: 'filled' | 'outlined' | 'plain' }) {
  return <button type="button" {...button} className={look === 'plain' ? css.plain : `${ui.button} ${ui[look]}`} />
}
