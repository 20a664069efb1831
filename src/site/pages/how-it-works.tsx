import type { LanguageTexts } from '../../content/schema.ts'
import css from './how-it-works.module.css'

/** What happens after a visitor asks for a callback, in three steps, and short answers below them. */
export function HowItWorks({
  texts: {
    howItWorks: { heading, steps },
    beforeYouAsk,
  },
}: {
  texts: Pick<LanguageTexts, 'howItWorks' | 'beforeYouAsk'>
}) {
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
      {beforeYouAsk.questions.length > 0 && <h2 className={css.heading}>{beforeYouAsk.heading}</h2>}
      <dl className={css.questions}>
        {beforeYouAsk.questions.map(({ title, text }) => (
          <div key={title}>
            <dt className={css.question}>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
