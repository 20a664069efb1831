/**
 * What the browser runs first, and small, so that it does not delay the first paint: the modal, which is native, and
 * what keeps an early form. React and all that it brings to life come after that paint, from the module that the page
 * names.
 */
import { installModal } from './callback-modal/modal-behaviour.ts'
import { rememberEarlyPresses } from './early-presses.ts'
import { keepEarlySubmission } from './early-submission.ts'
import { firstPaint } from './first-paint.ts'

const { dataset } = document.documentElement
dataset['scripted'] = ''
addEventListener('load', () => {
  dataset['loadedAt'] = String(performance.now())
})

const modal = document.querySelector<HTMLDialogElement>('dialog#contact')
if (modal) installModal(modal)

const { judge, sendPlainly } = keepEarlySubmission()
const endOfEarlyPresses = rememberEarlyPresses()

await firstPaint()
const hydration: Promise<typeof import('./hydrate.tsx')> = import(/* @vite-ignore */ String(dataset['hydration']))
delete dataset['unpainted']
try {
  const { hydrated } = await hydration
  const repeatPresses = endOfEarlyPresses()
  await hydrated
  // React learns of a focus as it comes: of one that was there before, by this.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  judge()
  repeatPresses()
} catch (error) {
  console.error(error)
  sendPlainly()
}
