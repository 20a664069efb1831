import { AppointmentForm } from '../appointment-form/appointment-form.tsx'
import { ContactForm } from '../callback-modal/contact-form.tsx'
import { fillModalFromBar } from '../callback-modal/fill-from-bar.ts'
import { startHero, startProcedures } from '../carousel/controls.ts'
import { FORM_PATHS } from '../forms/request-form.tsx'
import type { EarlySubmissions } from './early-submission.ts'
import { hydrateFormWhenVisible } from './hydrate-form.tsx'
import type { PageTexts } from './load.ts'

/**
 * Starts the parts of the page that change: both carousels, and each form when it becomes visible, which alone needs
 * React. The rest of the page stays static HTML. A part that is missing from the page is skipped.
 */
export function hydrate({ forms, carousels }: PageTexts, submissions: EarlySubmissions) {
  startHero(carousels)
  startProcedures(carousels)
  fillModalFromBar()
  hydrateFormWhenVisible(FORM_PATHS.appointment, <AppointmentForm texts={forms} />, submissions)
  hydrateFormWhenVisible(FORM_PATHS.contact, <ContactForm texts={forms} />, submissions)
}
