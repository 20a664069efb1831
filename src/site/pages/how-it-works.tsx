import type { LanguageTexts } from '../../content/schema.ts'
import css from './how-it-works.module.css'

/** What happens after a visitor asks for a callback, in three steps. */
export function HowItWorks({ texts: { heading, steps } }: { texts: LanguageTexts['howItWorks'] }) {
  return (
    <section className={css.section} aria-labelledby="how-heading">
      <h2 id="how-heading" className={css.heading}>
        {heading}
      </h2>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={step.title} className={css.step}>
            <h3 className={css.title}>
              <span className={css.number} aria-hidden="true">
                {index + 1}
              </span>
              {step.title}
            </h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
