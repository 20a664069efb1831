import { memo } from 'react'
import type { Procedure } from '../../content/content.ts'
import { ActionLink } from '../../ui/button.tsx'
import { CARD_WIDTHS, pictureIn } from '../picture-files.ts'
import css from './procedure-card.module.css'

/**
 * The content of one slide. Its button leads to the appointment form and, with script, selects the service there.
 *
 * @param ask the words of the button, and what only screen readers add to them
 */
export const ProcedureCard = memo(function ProcedureCard({
  service,
  name,
  description,
  picture,
  ask,
  about,
  tabIndex,
}: Procedure & { ask: string; about: string; tabIndex?: number | undefined }) {
  const { srcSet, plain } = pictureIn(picture, CARD_WIDTHS)
  return (
    <>
      <picture className={css.frame}>
        <source type="image/avif" srcSet={srcSet} sizes={SIZES} />
        <img src={plain} width="600" height="400" alt="" loading="lazy" decoding="async" draggable="false" />
      </picture>
      <h3 className={css.name}>{name}</h3>
      <p className={css.description}>{description}</p>
      <ActionLink look="quiet" href="#appointment" role="button" data-service={service} tabIndex={tabIndex}>
        {ask}
        <span className="visuallyHidden">{about}</span>
      </ActionLink>
    </>
  )
})

/**
 * The card's width: a third, half or all of the page's column, by the breakpoints of the carousel. On phones it says
 * 75vw instead of 92vw, so that density 2 loads 600 pixels instead of 800; the soft gradients allow it.
 */
const SIZES = '(min-width: 1024px) min(31rem, 31vw), (min-width: 768px) 46vw, 75vw'

/** The class of the slide around the card. */
export const cardClass = css.card
