/**
 * The script in the page's head: does or records what happens before React comes, and loads the module that hydrates the
 * islands after the first paint. With all that it imports it has 200 lines at most: `scripts/structure.test.ts`.
 *
 * `data-page` on the root is `unpainted`, then `starting`, then `ready`; it is absent while the page works as without
 * script. `data-scripted` says that this script runs, `data-typeface` that the headings may use their typeface.
 */
import { installLinks } from './links.ts'
import { loadIslands } from './load.ts'
import { holdSubmissions } from './submissions.ts'

/** How long hydration may take after the first paint. Then the page works as without script until hydration is done. */
const HYDRATION_TIMEOUT_MS = 5000

const script = document.querySelector<HTMLElement>('script[data-module]')
// In Firefox (98) and Safari (15.4) the dialog is the newest feature that we need: where it exists, the others do.
const isSupported = 'showModal' in (window.HTMLDialogElement?.prototype ?? {})
if (script && isSupported) void start(document.documentElement, script.dataset)

async function start(root: HTMLElement, { module = '', texts = '', sending = '' }: DOMStringMap) {
  const { dataset } = root
  dataset.scripted = ''
  dataset.page = 'unpainted'
  installLinks()
  const { earlyForms, giveUp } = holdSubmissions(sending)
  await firstPaint()
  dataset.page = 'starting'
  const typeface = document.fonts.load(`1em ${getComputedStyle(root).getPropertyValue('--typeface')}`).catch(() => {})
  const workWithoutReact = () => delete dataset.page
  const timer = setTimeout(workWithoutReact, HYDRATION_TIMEOUT_MS)
  const loaded = await loadIslands(module, texts, (error) => {
    console.error(error)
    workWithoutReact()
    giveUp()
  })
  if (!loaded) return
  const [{ hydrateIslands }, islandTexts] = loaded
  await hydrateIslands(islandTexts, earlyForms)
  clearTimeout(timer)
  dataset.page = 'ready'
  // Until now the headings had a serif of the visitor's system. One layout serves React's changes and the typeface.
  await typeface
  dataset.typeface = ''
}

/** Resolves after the first paint of text or a picture; at once in a hidden tab, and after a second in any case. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, 1000)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
