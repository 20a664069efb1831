import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { HomePage } from './home-page.tsx'

/** Resolves when React has taken the page over. */
export const hydrated = new Promise<void>((resolve) => {
  const root = document.querySelector('#root')
  if (!root) return
  document.documentElement.dataset['hydrated'] = ''
  // Settles how the page looks from here on, before React changes anything: else the first change would not fade.
  void getComputedStyle(root).opacity
  // As a transition React gives way to the visitor every few milliseconds, instead of doing all in one go.
  startTransition(() => void hydrateRoot(root, <LivingPage onAlive={resolve} />))
})

function LivingPage({ onAlive }: { onAlive: () => void }) {
  useEffect(onAlive, [onAlive])
  return <HomePage />
}
