import type { ComponentProps } from 'react'
import css from './button.module.css'
import icons from './icons.module.css'

/** The button that sends a form. While `busy` it keeps its name and shows a spinner. */
export function SubmitButton({ busy, ...button }: ComponentProps<'button'> & { busy: boolean }) {
  return (
    <button
      {...button}
      type="submit"
      className={`${css.button} ${css.filled} ${icons.spinner}`}
      aria-busy={busy ? 'true' : undefined}
    />
  )
}

/** A button that starts something beside what its form is for. */
export function ActionButton(button: ComponentProps<'button'>) {
  return <button {...button} type="button" className={`${css.button} ${css.outlined}`} />
}

/** A link that looks like a button, because it starts an action; it works without script. */
export function ActionLink({ look, ...link }: ComponentProps<'a'> & { look: 'filled' | 'outlined' | 'quiet' }) {
  return <a {...link} className={look === 'quiet' ? css.quiet : `${css.button} ${css[look]}`} />
}
