import { startTransition, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { CarouselTexts } from '../../content/content.ts'
import { AppointmentForm } from '../appointment-form/appointment-form.tsx'
import { ContactForm } from '../callback-modal/contact-form.tsx'
import { fillModalFromBar } from '../callback-modal/fill-from-bar.ts'
import { HeroControls } from '../carousel/hero-controls.tsx'
import { ProceduresControls } from '../carousel/procedures-controls.tsx'
import type { EarlySubmissions } from './early-submission.ts'
import { hydrateFormWhenVisible } from './hydrate-form.tsx'
import type { PageTexts } from './page-texts.ts'

/**
 * Starts React in the parts of the page that change: renders the controls of both carousels, and hydrates each form
 * when it becomes visible. The rest of the page stays static HTML. A part that is missing from the page is skipped.
 *
 * Resolves when the controls are rendered.
 */
export function hydrate({ forms, carousels }: PageTexts, submissions: EarlySubmissions): Promise<void> {
  fillModalFromBar()
  hydrateFormWhenVisible('/api/appointment', <AppointmentForm texts={forms} />, submissions)
  hydrateFormWhenVisible('/api/contact-us', <ContactForm texts={forms} />, submissions)
  return new Promise((resolve) => {
    // In a transition, React lets the browser handle input every few milliseconds.
    startTransition(() =>
      createRoot(document.createElement('div')).render(<CarouselControls texts={carousels} onMount={resolve} />),
    )
  })
}

/** The controls of both carousels in one root, so that they appear together and cause one layout. */
function CarouselControls({ texts, onMount }: { texts: CarouselTexts; onMount: () => void }) {
  useLayoutEffect(onMount, [onMount])
  return (
    <>
      {inCarousel('hero-controls', (slides) => (
        <HeroControls slides={slides} texts={texts} />
      ))}
      {inCarousel('procedures-controls', (viewport, carousel) => (
        <ProceduresControls texts={texts} viewport={viewport} dotsRoot={carousel.querySelector('[data-dots]')} />
      ))}
    </>
  )
}

/** Renders a carousel's controls into their root, an empty element of the carousel. */
function inCarousel(rootName: string, controlsFor: (slides: HTMLElement, carousel: Element) => React.ReactElement) {
  const root = document.querySelector<HTMLElement>(`[data-root="${rootName}"]`)
  const carousel = root?.closest('section')
  const slides = carousel?.querySelector<HTMLElement>('[data-slides]')
  return root && carousel && slides && createPortal(controlsFor(slides, carousel), root)
}
