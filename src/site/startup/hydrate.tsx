import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AppointmentForm } from '../appointment-form/appointment-form.tsx'
import { ContactForm } from '../callback-modal/contact-form.tsx'
import { HeroControls } from '../carousel/hero-controls.tsx'
import { ProceduresControls } from '../carousel/procedures-controls.tsx'
import type { captureEarlySubmissions } from './early-submission.ts'
import { hydrateForm } from './hydrate-form.tsx'

type EarlySubmissions = ReturnType<typeof captureEarlySubmissions>

/**
 * Brings React into the page, a small root for each part that changes: the buttons of the two carousels are rendered,
 * the two forms hydrated. All else stays the browser's own. A part that somebody has taken out of the page is left out.
 */
export function hydrate(submissions: EarlySubmissions) {
  renderControls('hero-controls', (slides) => <HeroControls slides={slides} />)
  renderControls('procedures-controls', (viewport, carousel) => (
    <ProceduresControls viewport={viewport} dotsPlace={carousel.querySelector('[data-dots]')} />
  ))
  hydrateForm('/api/appointment', submissions, <AppointmentForm />)
  whenModalOpens(() => {
    hydrateForm('/api/contact-us', submissions, <ContactForm />)
  })
}

/** Calls back once: now if the modal is open, else when it opens. Until then nobody needs its form. */
function whenModalOpens(callBack: () => void) {
  const modal = document.querySelector('#contact')
  if (!modal || modal.hasAttribute('open')) return callBack()
  const observer = new MutationObserver(() => {
    observer.disconnect()
    callBack()
  })
  observer.observe(modal, { attributeFilter: ['open'] })
}

/** Renders a carousel's controls into their empty place, which is followed by the slides. */
function renderControls(name: string, controlsOf: (slides: HTMLElement, carousel: Element) => React.ReactElement) {
  const place = document.querySelector<HTMLElement>(`[data-root="${name}"]`)
  const carousel = place?.closest('[aria-roledescription="carousel"]')
  const slides = carousel?.querySelector<HTMLElement>('[data-slides]')
  // As a transition React gives way to the visitor every few milliseconds, instead of doing all in one go.
  if (place && carousel && slides) startTransition(() => createRoot(place).render(controlsOf(slides, carousel)))
}
