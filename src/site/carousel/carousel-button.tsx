import css from './carousel-button.module.css'

const PICTURES = {
  previous: 'm14.5 5-7 7 7 7',
  next: 'm9.5 5 7 7-7 7',
  pause: 'M9 6v12M15 6v12',
  play: 'm8.5 5.5 9.5 6.5-9.5 6.5Z',
}

/** A round button of a carousel. The picture is decoration; the label is its name. */
export function CarouselButton({
  picture,
  label,
  onClick,
}: {
  picture: keyof typeof PICTURES
  label: string
  onClick: () => void
}) {
  return (
    <button type="button" className={css['round']} aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={PICTURES[picture]} />
      </svg>
    </button>
  )
}

export const carouselButtonsClass = css['group']
