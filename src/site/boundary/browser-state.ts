import { type Control, setField } from '../../ui/set-field.ts'

/** What the browser has in a part of the page, and React does not own. */
export interface BrowserState {
  /** With the values of their fields, and with what is open in them. */
  nodes: readonly ChildNode[]
  focused: Element | null
}

export const browserStateOf = (container: Element, focused = document.activeElement): BrowserState => ({
  nodes: [...container.childNodes],
  focused,
})

/**
 * Copies typed values, what is open, focus and selection from nodes that React has replaced to the new ones, before these
 * are painted. Does nothing where the nodes are still there.
 */
export function restoreBrowserState({ nodes, focused }: BrowserState, container: Element) {
  if (nodes.some((node) => container.contains(node))) return
  const before = document.createDocumentFragment()
  before.append(...nodes)
  for (const control of controlsIn(container)) {
    const old = controlsIn(before).find(({ name }) => name === control.name)
    if (old && old.value !== control.value) setField(control, old.value)
  }
  if (before.querySelector('details[open]')) container.querySelector('details')?.setAttribute('open', '')
  if (before.querySelector('dialog[open]')) document.dispatchEvent(new Event('triggerModal'))
  const element = counterpartOf(focused, before, container)
  if (!element) return
  element.focus({ preventScroll: true })
  if (isTextField(element) && isTextField(focused))
    element.setSelectionRange(focused.selectionStart, focused.selectionEnd)
}

/** The field of the same name, or what has the same place among all that can have the focus. */
function counterpartOf(focused: Element | null, before: DocumentFragment, now: Element): HTMLElement | undefined {
  if (!focused || !before.contains(focused)) return undefined
  const named = controlsIn(now).find(({ name }) => name === focused.getAttribute('name'))
  const [old = [], all = []] = [before, now].map((part) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)])
  return named ?? (old.length === all.length ? all.find((_, at) => old[at] === focused) : undefined)
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

const controlsIn = (part: ParentNode) => [...part.querySelectorAll<Control>('[name]')]

const isTextField = (element: Element | null | undefined): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
