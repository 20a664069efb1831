import { steps } from '../content.ts'
import css from './how-it-works.module.css'

/** What happens between the form and the operating table, in three steps. */
export function HowItWorks() {
  return (
    <section className={css.section} aria-labelledby="how-heading">
      <h2 id="how-heading" className={css.heading}>
        How it works
      </h2>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li key={step.title} className={css.step}>
            <h3 className={css.title}>
              <span className={css.number} aria-hidden="true">
                {at + 1}
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
