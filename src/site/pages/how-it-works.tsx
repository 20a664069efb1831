import type { Content } from '../../content/content.ts'
import { LinkedText } from '../linked-text.tsx'
import css from './how-it-works.module.css'
import { TelephoneLink } from './layout.tsx'

/** What happens after a visitor asks for a callback, in three steps, and short answers below them. */
export function HowItWorks({ content: { department, texts } }: { content: Content }) {
  const { beforeYouAsk } = texts
  const { heading, steps } = texts.howItWorks
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
            <dd>
              <LinkedText text={text} elements={{ telephone: <TelephoneLink department={department} /> }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
