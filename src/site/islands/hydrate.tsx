import { type ReactElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserStateOf } from '../boundary/browser-state.ts'
import { CallInstead } from '../boundary/call-instead.tsx'
import { type EarlyForms, IslandContext, type Surroundings } from '../boundary/island-boundary.tsx'
import type { IslandTexts } from '../island-texts.ts'
import { ISLANDS } from './table.tsx'

/**
 * Hydrates each island of the page in a root of its own; one that other scripts have removed is skipped. Resolves when
 * all are in the page.
 *
 * Where translators, password managers and the like have changed an island, React cannot hydrate it and renders it anew:
 * then typed values, what is open, focus and selection are copied from the old nodes.
 *
 * @param earlyForms the forms that were sent before
 */
export async function hydrateIslands(texts: IslandTexts, earlyForms: EarlyForms): Promise<void> {
  let focused = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null
  }
  document.addEventListener('focusin', noteFocus, true) // React stops events of an island that is not hydrated yet
  const mounted = Object.entries(ISLANDS).map(async ([name, render]) => {
    const container = document.querySelector<HTMLElement>(`[data-island="${name}"]`)
    if (!container?.firstChild) return // what another script has removed stays away
    const { nodes } = browserStateOf(container)
    const island = { container, earlyForms, telephone: texts.forms.telephone, before: () => ({ nodes, focused }) }
    await hydrate(render(texts), island)
    container.dataset.hydrated = ''
  })
  await Promise.all(mounted)
  document.removeEventListener('focusin', noteFocus, true)
}

function hydrate(children: ReactElement, island: Omit<Surroundings, 'onMount'>): Promise<void> {
  return new Promise((onMount) => {
    startTransition(() => {
      const root = hydrateRoot(
        island.container,
        <IslandContext value={{ ...island, onMount }}>{children}</IslandContext>,
        {
          onRecoverableError: (error) => console.error(error), // another script has changed the island
          onUncaughtError: (error) => {
            console.error(error)
            root.render(<CallInstead {...island.telephone} />)
            onMount()
          },
        },
      )
    })
  })
}
