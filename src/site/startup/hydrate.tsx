import { startTransition, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { AppointmentForm } from '../appointment-form/appointment-form.tsx'
import { ContactForm } from '../callback-modal/contact-form.tsx'
import { HeroControls } from '../carousel/hero-controls.tsx'
import { ProceduresControls } from '../carousel/procedures-controls.tsx'
import type { captureEarlySubmissions } from './early-submission.ts'
import { hydrateForm } from './hydrate-form.tsx'

type EarlySubmissions = ReturnType<typeof captureEarlySubmissions>

/**
 * Brings React into the page, only for what changes: the buttons of the two carousels are rendered into their places,
 * each form is hydrated when it comes into sight. All else stays the browser's own. A part that somebody has taken out
 * of the page is left out.
 *
 * Resolves when the buttons are there.
 */
export function hydrate(submissions: EarlySubmissions): Promise<void> {
  whenShown('/api/appointment', () => hydrateForm('/api/appointment', submissions, <AppointmentForm />))
  whenShown('/api/contact-us', () => hydrateForm('/api/contact-us', submissions, <ContactForm />))
  return new Promise((resolve) => {
    // As a transition React gives way to the visitor every few milliseconds, instead of doing all in one go.
    startTransition(() => createRoot(document.createElement('div')).render(<CarouselControls onMount={resolve} />))
  })
}

/** Calls back once, when the form at this address comes into sight: nobody needs one in a closed modal or a closed bar. */
function whenShown(path: string, callBack: () => void) {
  const place = document.querySelector(`[data-root] form[action="${path}"]`)?.closest('[data-root]')
  if (!place) return
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    callBack()
  })
  observer.observe(place)
}

/** The controls of both carousels in one root, so that they come at once and the browser draws the page once. */
function CarouselControls({ onMount }: { onMount: () => void }) {
  useLayoutEffect(onMount, [onMount])
  return (
    <>
      {inPlace('hero-controls', (slides) => (
        <HeroControls slides={slides} />
      ))}
      {inPlace('procedures-controls', (viewport, carousel) => (
        <ProceduresControls viewport={viewport} dotsPlace={carousel.querySelector('[data-dots]')} />
      ))}
    </>
  )
}

/** Renders a carousel's controls into their empty place, which is followed by the slides. */
function inPlace(name: string, controlsOf: (slides: HTMLElement, carousel: Element) => React.ReactElement) {
  const place = document.querySelector<HTMLElement>(`[data-root="${name}"]`)
  const carousel = place?.closest('[aria-roledescription="carousel"]')
  const slides = carousel?.querySelector<HTMLElement>('[data-slides]')
  return place && carousel && slides && createPortal(controlsOf(slides, carousel), place)
}
