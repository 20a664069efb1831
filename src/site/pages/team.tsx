import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { PORTRAIT_WIDTHS, pictureIn } from '../picture-files.ts'
import css from './how-it-works.module.css'

/** The people whom the department names; nothing when it names none. */
export function Team({ content: { department, texts } }: { content: Content }) {
  if (!texts.team || department.team.length === 0) return null
  const { heading, registration } = texts.team
  return (
    <section className={css.section} aria-labelledby="team-heading">
      <h2 id="team-heading" className={css.heading}>
        {heading}
      </h2>
      <ul className={css.steps}>
        {department.team.map((person) => (
          <li key={person.registration} className={css.step}>
            {person.picture && <Portrait picture={person.picture} />}
            <h3 className={css.title}>{person.name}</h3>
            <p>{person.qualification}</p>
            <p>{fill(registration, { number: person.registration })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Portrait({ picture }: { picture: string }) {
  const { srcSet, plain } = pictureIn(picture, PORTRAIT_WIDTHS)
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet} />
      <img className={css.portrait} src={plain} width="400" height="500" alt="" loading="lazy" decoding="async" />
    </picture>
  )
}
