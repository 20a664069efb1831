import { fillModalFromBar } from '../callback-modal/fill-from-bar.ts'
import { startHero, startProcedures } from '../carousel/controls.ts'
import type { EarlySubmissions } from './early-submission.ts'
import type { PageTexts } from './load.ts'

/** The places of the forms, by their `data-root`. */
const FORMS = ['appointment', 'contact'] as const

/**
 * Starts the parts of the page that change: both carousels, and each form when it becomes visible; a form in a closed
 * modal or a closed bar can wait. A part that is missing from the page is skipped.
 *
 * Only the forms need React. The build puts it into this module, where its evaluation waits for the first form: on a
 * phone nobody may ever open one.
 */
export function hydrate({ forms, carousels }: PageTexts, submissions: EarlySubmissions) {
  startHero(carousels)
  startProcedures(carousels)
  fillModalFromBar()
  for (const name of FORMS) {
    whenVisible(`[data-root="${name}"]`, async () => {
      const { hydrateForm } = await import('./hydrate-form.tsx')
      hydrateForm(name, forms, submissions)
    })
  }
}

function whenVisible(selector: string, act: () => void) {
  const element = document.querySelector(selector)
  if (!element) return
  const observer = new IntersectionObserver((entries) => {
    // A busy browser reports several changes at once: out of sight at first, in sight since.
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    act()
  })
  observer.observe(element)
}
