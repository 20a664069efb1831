import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import roundButton from '../../ui/round-button.module.css'
import { cardClass, ProcedureCard } from './procedure-card.tsx'
import css from './procedures-carousel.module.css'

/**
 * One card for each procedure; one, two or three in view. It is a scrollable row until the script renders its controls
 * and makes it loop (`controls.ts`).
 */
export function ProceduresCarousel({ content: { procedures, texts } }: { content: Content }) {
  return (
    <section
      id="carousel-demo"
      className={css.carousel}
      aria-roledescription={texts.roles.carousel}
      aria-labelledby="procedures-heading"
    >
      <h2 id="procedures-heading" className={css.heading}>
        {texts.procedures.heading}
      </h2>
      <p className={css.sentence}>{texts.procedures.sentence}</p>
      <div className={`${css.buttons} ${roundButton.row}`} data-root="procedures-controls" />
      <div className={css.viewport} data-slides>
        <div className={css.track} data-track>
          {procedures.map((procedure, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
            <div
              key={procedure.service}
              role="group"
              aria-roledescription={texts.roles.slide}
              aria-label={fill(texts.hero.position, { number: String(index + 1), count: String(procedures.length) })}
              className={`${css.slide} ${cardClass}`}
              data-near={index === 0 ? '' : undefined}
            >
              <ProcedureCard procedure={procedure} texts={texts.procedures} />
            </div>
          ))}
        </div>
      </div>
      <div className={css.dots} data-dots />
    </section>
  )
}
