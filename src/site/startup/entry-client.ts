/**
 * The script that the browser runs first, while it reads the page's head. It is small, so that it does not delay the
 * first paint. It installs the modal, the links and the bar, and captures early submissions. After the first paint it
 * loads the module with the carousels and with React, which hydrates only the two forms.
 *
 * `data-page` on the root is `unpainted`, then `starting`, then `ready`. It is absent while the page works as without
 * script: where script is off or blocked, in browsers that are too old, and while React fails to load. `data-scripted`
 * says that this script runs, `data-typeface` that the headings may use their typeface.
 */
import { installBar } from './bar.ts'
import { captureEarlySubmissions } from './early-submission.ts'
import { installLinks } from './links.ts'
import { loadPageTexts, loadWithRetries, type PageTexts } from './load.ts'
import { installModal } from './modal.ts'

/** How long to wait for the first paint. */
const FIRST_PAINT_TIMEOUT_MS = 1000

/** How long hydration may take after the first paint. Then the page works as without script until hydration is done. */
const HYDRATION_TIMEOUT_MS = 5000

// In Firefox (98) and Safari (15.4) the dialog is the newest feature that we need: where it exists, the others do.
if ('HTMLDialogElement' in window) void start(document.documentElement)

async function start(root: HTMLElement) {
  const { dataset } = root
  dataset.scripted = ''
  dataset.page = 'unpainted'
  installModal()
  installLinks()
  installBar()
  showPicturesWhenScrolled()
  const submissions = captureEarlySubmissions()

  await firstPaint()
  dataset.page = 'starting'
  const typeface = document.fonts.load(`1em ${getComputedStyle(root).getPropertyValue('--typeface')}`).catch(() => {})
  const timer = setTimeout(() => delete dataset.page, HYDRATION_TIMEOUT_MS)
  const continueWithoutReact = (error: unknown) => {
    console.error(error)
    delete dataset.page
    submissions.giveUp()
  }
  try {
    const load = (fragment: string): Promise<[typeof import('./hydrate.ts'), PageTexts]> =>
      Promise.all([import(/* @vite-ignore */ dataset.hydration + fragment), loadPageTexts()])
    const [{ hydrate }, texts] = await loadWithRetries(load, continueWithoutReact)
    hydrate(texts, submissions)
    dataset.page = 'ready'
  } catch (error) {
    continueWithoutReact(error)
  } finally {
    clearTimeout(timer)
  }
  // Until now the headings had a serif of the visitor's system. One layout serves React's changes and the typeface.
  await typeface
  dataset.typeface = ''
}

/**
 * Resolves after the first paint that shows text or a picture, so that later work does not compete with it for network
 * and processor.
 *
 * Resolves at once in a hidden tab, which is not painted, and after a second in any case.
 */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Before hydration only the first card's picture is loaded; once the visitor scrolls the row, all are. */
function showPicturesWhenScrolled() {
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.slides === undefined || target.scrollLeft === 0) return
      for (const slide of target.querySelectorAll<HTMLElement>('[role="group"]')) slide.dataset.near = ''
    },
    { capture: true, passive: true },
  )
}
