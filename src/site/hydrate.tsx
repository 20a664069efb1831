import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { HomePage } from './home-page.tsx'

document.documentElement.dataset['hydrated'] = ''

const root = document.querySelector('#root')
// As a transition React gives way to the visitor every few milliseconds, instead of doing all in one go.
if (root) startTransition(() => void hydrateRoot(root, <HomePage />))
