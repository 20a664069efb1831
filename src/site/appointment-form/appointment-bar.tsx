import type { FormTexts } from '../../content/content.ts'
import css from './appointment-bar.module.css'
import { AppointmentForm } from './appointment-form.tsx'

/**
 * The bar at the bottom of the page. Wide screens show all of it; on narrow ones, a slim bar opens the fields in place.
 * The fields are beside the `details`, not in it, so that no browser can hide them on a wide screen.
 */
export function AppointmentBar({ texts }: { texts: FormTexts }) {
  const { title, subtitle } = texts.appointment
  return (
    <section id="appointment" className={css.bar} aria-label={title}>
      <details className={css.toggle}>
        <summary className={css.summary}>
          <span className={css.title}>{title}</span> <span>{subtitle}</span>
        </summary>
      </details>
      <div className={css.root} data-root="appointment">
        <AppointmentForm texts={texts} />
      </div>
    </section>
  )
}
