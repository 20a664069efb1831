import { type ReactElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { IslandContext, type Surroundings } from './boundary.tsx'
import { browserStateOf } from './browser-state.ts'
import { ISLANDS } from './table.tsx'
import type { IslandTexts } from './texts.ts'

/**
 * Hydrates each island of the page in a root of its own; one that other scripts have removed is skipped. Resolves when
 * all are in the page.
 *
 * Where translators, password managers and the like have changed an island, React cannot hydrate it and renders it anew:
 * then typed values, what is open, focus and selection are copied from the old nodes.
 *
 * @param held the paths of the forms whose submission waits for React
 */
export async function hydrateIslands(texts: IslandTexts, held: Set<string>): Promise<void> {
  let focused = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null
  }
  document.addEventListener('focusin', noteFocus)
  const mounted = Object.entries(ISLANDS).map(async ([name, render]) => {
    const container = document.querySelector<HTMLElement>(`[data-island="${name}"]`)
    if (!container?.firstChild) return // what another script has removed stays away
    const { nodes } = browserStateOf(container)
    const island = { container, held, telephone: texts.forms.telephone, before: () => ({ nodes, focused }) }
    await hydrate(render(texts), island)
    container.dataset.hydrated = ''
  })
  await Promise.all(mounted)
  document.removeEventListener('focusin', noteFocus)
}

function hydrate(children: ReactElement, island: Omit<Surroundings, 'onMount'>): Promise<void> {
  return new Promise((onMount) => {
    startTransition(() => {
      hydrateRoot(island.container, <IslandContext value={{ ...island, onMount }}>{children}</IslandContext>, {
        onRecoverableError: (error) => console.error(error), // nothing that a visitor would notice
      })
    })
  })
}
