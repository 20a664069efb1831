import css from './appointment-bar.module.css'
import { AppointmentForm } from './appointment-form.tsx'

/**
 * The bar at the bottom of the page. Wide screens show all of it; on narrow ones, a slim bar opens the fields in place.
 * The fields are beside the `details`, not in it, so that no browser can hide them on a wide screen.
 */
export function AppointmentBar() {
  return (
    <section id="appointment" className={css.bar} aria-label="Ask for a callback">
      <details className={css.toggle}>
        <summary className={css.summary}>
          <span className={css.title}>Ask for a callback</span> <span>we call when it suits you</span>
        </summary>
      </details>
      <div className={css.root} data-root="appointment">
        <AppointmentForm />
      </div>
    </section>
  )
}
