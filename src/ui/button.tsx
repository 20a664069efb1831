import type { ComponentProps, KeyboardEvent } from 'react'
import css from './button.module.css'
import signs from './signs.module.css'

/** The button that sends a form. While `busy` it keeps its name and shows a spinner. */
export function SubmitButton({ busy, ...button }: ComponentProps<'button'> & { busy: boolean }) {
  const className = busy ? `${css['button']} ${signs['busy']}` : css['button']
  return <button {...button} type="submit" className={className} aria-busy={busy ? 'true' : undefined} />
}

/**
 * A link that looks like a button, because it begins something; it works without script. One with the role of a button
 * is pressed by the space key too.
 */
export function ActionLink({ quiet, ...link }: ComponentProps<'a'> & { quiet?: true }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role whenever it has the handler
    <a
      {...link}
      className={quiet ? `${css['button']} ${css['quiet']}` : css['button']}
      onKeyDown={link.role === 'button' ? pressBySpace : undefined}
    />
  )
}

function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
