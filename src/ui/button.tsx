import type { ComponentProps } from 'react'
import css from './button.module.css'
import signs from './signs.module.css'

/** The button that sends a form. While `busy` it keeps its name and shows a spinner. */
export function SubmitButton({ busy, ...button }: ComponentProps<'button'> & { busy: boolean }) {
  const className = busy ? `${css['button']} ${signs['busy']}` : css['button']
  return <button {...button} type="submit" className={className} aria-busy={busy ? 'true' : undefined} />
}

/** A link that looks like a button, because it begins something; it works without script. */
export function ActionLink({ quiet, ...link }: ComponentProps<'a'> & { quiet?: true }) {
  return <a {...link} className={quiet ? `${css['button']} ${css['quiet']}` : css['button']} />
}
