import css from './appointment-bar.module.css'
import { AppointmentForm } from './appointment-form.tsx'

/**
 * The bar at the page's foot. On wide screens all of it is in sight; on narrow ones a slim bar opens the fields in
 * place. The fields stand beside the `details`, not in it, so that no browser can hide them on a wide screen.
 */
export function AppointmentBar() {
  return (
    <section id="appointment" className={css.bar} aria-label="Ask for a callback">
      <details className={css.toggle}>
        <summary className={css.summary}>
          <span className={css.title}>Ask for a callback</span> <span>we call when you choose</span>
        </summary>
      </details>
      <div className={css.root} data-root="appointment">
        <AppointmentForm />
      </div>
    </section>
  )
}
