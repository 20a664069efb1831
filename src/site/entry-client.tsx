import { hydrateRoot } from 'react-dom/client'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { installModal } from './callback-modal/modal-behaviour.ts'
import { HomePage } from './home-page.tsx'

document.documentElement.dataset['scripted'] = ''

const modal = document.querySelector<HTMLDialogElement>('dialog#contact')
if (modal) installModal(modal)

const root = document.querySelector('#root')
if (root) hydrateRoot(root, <HomePage />)
