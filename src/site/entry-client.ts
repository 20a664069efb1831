/**
 * What the browser runs first, and small, so that it does not delay the first paint: the modal, which is native. React
 * and what it brings to life come after that paint, from the module that the page names for later.
 */
import { installModal } from './callback-modal/modal-behaviour.ts'
import { firstPaint } from './first-paint.ts'

const { dataset } = document.documentElement
dataset['scripted'] = ''

const modal = document.querySelector<HTMLDialogElement>('dialog#contact')
if (modal) installModal(modal)

await firstPaint()
import(/* @vite-ignore */ String(dataset['hydration'])).catch(console.error)
delete dataset['unpainted']
