import css from './carousel-button.module.css'

/** A round button of a carousel. The picture is decoration, drawn by CSS; the label is its name. */
export function CarouselButton({
  picture,
  label,
  onClick,
}: {
  picture: 'previous' | 'next' | 'pause' | 'play'
  label: string
  onClick: () => void
}) {
  return <button type="button" className={css.round} data-picture={picture} aria-label={label} onClick={onClick} />
}

export const carouselButtonsClass = css.group
