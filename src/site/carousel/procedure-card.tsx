import { ActionLink } from '../../ui/button.tsx'
import type { Procedure } from '../content.ts'
import css from './procedure-card.module.css'

/**
 * One procedure, as a slide of the carousel holds it. Its button leads to the appointment form; with script, the service
 * is chosen there already.
 */
export function ProcedureCard({ procedure }: { procedure: Procedure }) {
  const stem = `/pictures/${procedure.picture}`
  const sizesOf = (type: 'avif' | 'jpg') => WIDTHS.map((width) => `${stem}-${width}.${type} ${width}w`).join(', ')
  return (
    <>
      <picture className={css.frame}>
        <source type="image/avif" srcSet={sizesOf('avif')} sizes={SIZES} />
        <img
          src={`${stem}-400.jpg`}
          srcSet={sizesOf('jpg')}
          sizes={SIZES}
          width="600"
          height="400"
          alt=""
          loading="lazy"
          decoding="async"
          draggable="false"
        />
      </picture>
      <h3 className={css.name}>{procedure.service}</h3>
      <p className={css.description}>{procedure.description}</p>
      <ActionLink look="quiet" href="#appointment" role="button" data-service={procedure.service}>
        Ask for a callback<span className="visually-hidden"> about {procedure.service}</span>
      </ActionLink>
    </>
  )
}

/** Widths in which each card's picture is there, in px. */
const WIDTHS = [400, 600, 800]

/**
 * The card's width: a third of the page's column, half of it, or all of it (see the breakpoints of the carousel). On
 * phones 75vw stands for 92vw: a phone of density 2 is given 600 pixels for 720, which its soft gradients bear.
 */
const SIZES = '(min-width: 1024px) min(26rem, 31vw), (min-width: 768px) 46vw, 75vw'

/** For the slide itself. */
export const cardClass = css.card
