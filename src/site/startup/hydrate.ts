import { fillModalFromBar } from '../callback-modal/fill-from-bar.ts'
import { startHero, startProcedures } from '../carousel/controls.ts'
import { keepBarInSight } from './bar.ts'
import { type EarlySubmissions, pathOf } from './early-submission.ts'
import type { PageTexts } from './load.ts'

/**
 * Starts the parts of the page that change: both carousels, and each form when it becomes visible or is submitted; a form
 * in a closed modal or a closed bar can wait. A part that is missing from the page is skipped.
 *
 * Only the forms need React. The build puts it into this module, where its evaluation waits for the first form: on a
 * phone nobody may ever open one.
 */
export function hydrate({ forms, carousels }: PageTexts, submissions: EarlySubmissions) {
  startHero(carousels)
  startProcedures(carousels)
  fillModalFromBar()
  keepBarInSight()
  const hydrated = new Set<string>()
  const start = async (path: string) => {
    if (hydrated.has(path)) return
    hydrated.add(path)
    const { hydrateForm } = await import('./hydrate-form.tsx')
    hydrateForm(path, forms, submissions)
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-root] form')) {
    whenVisible(form, () => start(pathOf(form)))
  }
  submissions.onCapture(start)
}

function whenVisible(element: HTMLElement, act: () => void) {
  const observer = new IntersectionObserver((entries) => {
    // A busy browser reports several changes at once: out of sight at first, in sight since.
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    act()
  })
  observer.observe(element)
}
