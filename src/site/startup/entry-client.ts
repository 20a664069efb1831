/**
 * What the browser runs first, while it reads the head of the page, and small, so that it does not delay the first
 * paint. It makes the modal, the links and the bar work, and captures early submissions. React comes after the first
 * paint, from the module that the page names, and only for what changes: both forms and the buttons of both carousels.
 *
 * `data-page` on the root says how far that is: `unpainted`, `starting`, `ready`. It is not there while the page is to
 * be used as without script: where script is switched off or blocked, or this browser is too old, and again while React
 * does not come. `data-scripted` says that this script runs, `data-typeface` that the headings may have their typeface.
 */
import { installBar } from './bar.ts'
import { captureEarlySubmissions } from './early-submission.ts'
import { firstPaint } from './first-paint.ts'
import { importAgain } from './import-again.ts'
import { installLinks } from './links.ts'
import { installModal } from './modal.ts'
import { showPicturesWhenScrolled } from './pictures.ts'

/** How long React may take, from the first paint, before the page is used as without script until it comes. */
const WAIT_FOR_REACT_MS = 5000

// Chrome 92, Firefox 98 and Safari 15.4 are the oldest that we support. The dialog is the last of what is needed that
// came to all three.
if ('HTMLDialogElement' in window && 'showModal' in HTMLDialogElement.prototype) void start(document.documentElement)

async function start({ dataset }: HTMLElement) {
  dataset.scripted = ''
  dataset.page = 'unpainted'
  installModal()
  installLinks()
  installBar()
  showPicturesWhenScrolled()
  const submissions = captureEarlySubmissions()

  await firstPaint()
  dataset.page = 'starting'
  const typeface = document.fonts.load('1em Newsreader').catch(() => {})
  const waiting = setTimeout(() => delete dataset.page, WAIT_FOR_REACT_MS)
  const goOnWithoutReact = (error: unknown) => {
    console.error(error)
    delete dataset.page
    submissions.giveUp()
  }
  try {
    const address = String(dataset.hydration)
    const hydration = await importAgain<typeof import('./hydrate.tsx')>(address, goOnWithoutReact)
    await nextTask() // the visitor may press between React's evaluation and what it renders
    await hydration.hydrate(submissions)
    dataset.page = 'ready'
  } catch (error) {
    goOnWithoutReact(error)
  } finally {
    clearTimeout(waiting)
  }
  // Until now the headings had the visitor's own serif: the page is laid out once for both.
  await typeface
  dataset.typeface = ''
}

/** By a message and not by a timer, which browsers delay. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}
