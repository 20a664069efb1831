import { fillModalFromBar } from '../callback-modal/fill-from-bar.ts'
import { startHero, startProcedures } from '../carousel/controls.ts'
import { keepBarInSight } from './bar.ts'
import { type EarlySubmissions, findForm } from './early-submission.ts'
import type { PageTexts } from './load.ts'

/** The places of the forms, by their `data-root`. */
const FORMS = ['appointment', 'contact'] as const

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
  const start = async (root: HTMLElement | null | undefined) => {
    const name = FORMS.find((one) => one === root?.dataset.root)
    if (!name || hydrated.has(name)) return
    hydrated.add(name)
    try {
      const { hydrateForm } = await import('./hydrate-form.tsx')
      hydrateForm(name, forms, submissions)
    } catch (error) {
      console.error(error)
      submissions.giveUp()
    }
  }
  for (const name of FORMS) whenVisible(document.querySelector<HTMLElement>(`[data-root="${name}"]`), start)
  submissions.onCapture((path) => start(findForm(path)?.closest<HTMLElement>('[data-root]')))
}

function whenVisible(element: HTMLElement | null, act: (element: HTMLElement) => void) {
  if (!element) return
  const observer = new IntersectionObserver((entries) => {
    // A busy browser reports several changes at once: out of sight at first, in sight since.
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    act(element)
  })
  observer.observe(element)
}
