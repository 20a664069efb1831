import { counted } from '../../callback-request/calling/counted.ts'
import type { Person } from '../../callback-request/calling/person.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Section } from '../parts/page.tsx'
import { ByWithNote, Moment, PersonLink } from '../parts/values.tsx'
import css from './person-page.module.css'

/** What else is known at this number: what this person waited for before, and who else has asked. */
export function OtherCallbacks({ person: { callback, requests, ...person } }: { person: Person }) {
  const { name } = callback ?? requests[0]
  return (
    <>
      {person.earlier.length > 0 && (
        <Section title="Earlier callbacks">
          <ul className={css.others} aria-label="Earlier callbacks">
            {person.earlier.map(({ id, reference, status, settled_at, by, note }) => (
              <li key={id} className="row">
                <PersonLink reference={reference} name={name} />
                <span className="quiet">
                  <Moment at={settled_at} />
                  <ByWithNote by={by} note={note} />
                </span>
                <span className={css.statusName}>{STATUS_NAMES[status]}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(person.others.length > 0 || person.held_back > 0) && (
        <Section title="Others at this number">
          {person.others.length > 0 && (
            <ul className={css.others} aria-label="Others at this number">
              {person.others.map(({ reference, name: other, status }) => (
                <li key={reference} className="row">
                  <PersonLink reference={reference} name={other} />
                  <span className={css.statusName}>{STATUS_NAMES[status]}</span>
                </li>
              ))}
            </ul>
          )}
          {person.held_back > 0 && (
            <p className="quiet">{counted(person.held_back, 'request')} of this number held back as possible spam.</p>
          )}
        </Section>
      )}
    </>
  )
}
