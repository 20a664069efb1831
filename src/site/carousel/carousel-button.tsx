import css from './carousel-button.module.css'

/** A round button of a carousel. CSS draws its icon; its accessible name is the label. */
export function CarouselButton({
  icon,
  label,
  onClick,
}: {
  icon: 'previous' | 'next' | 'pause' | 'play'
  label: string
  onClick: () => void
}) {
  return <button type="button" className={css.round} data-icon={icon} aria-label={label} onClick={onClick} />
}

export const carouselButtonsClass = css.buttons
