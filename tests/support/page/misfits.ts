import type { Page } from '@playwright/test'

/**
 * What a reader would see of texts that do not fit, in words: lines that end outside their box or the window, that
 * something cuts off, or that lie on other lines or controls; and placeholders that a field cuts off, and of its
 * choices the first so many.
 */
export function misfits(page: Page, choicesLookedAt = 1): Promise<string[]> {
  return page.evaluate((choicesLookedAt) => {
    const found: string[] = []
    const visible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visuallyHidden, [inert], option, noscript, script, style')
    const short = (text: string) => text.trim().slice(0, 40)
    /** The bar and the dialog lie on the page. */
    const layerOf = (element: Element) => element.closest('#appointment, dialog')

    const lines: { text: string; element: Element; rect: DOMRect }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || text.trim() === '' || !visible(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width > 1) lines.push({ text, element, rect })
      }
    }

    const inCarousel = (element: Element) => element.closest('#carousel-demo [role="group"]')
    const EDGE = 0.6
    for (const { text, element, rect } of lines) {
      const card = inCarousel(element)
      if (!card && (rect.left < -EDGE || rect.right > innerWidth + EDGE))
        found.push(`"${short(text)}" leaves the window`)
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX, overflowY, position } = getComputedStyle(box)
        if (display === 'inline' || display === 'contents') continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isScrolled = card && !card.contains(box)
        if (isScrolled) break
        if (rect.left < left - EDGE || rect.right > right + EDGE) {
          found.push(`"${short(text)}" is wider than its ${box.tagName} ${box.className}`)
          break
        }
        const cuts = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
        if (cuts && (rect.top < top - EDGE || rect.bottom > bottom + EDGE)) {
          found.push(`"${short(text)}" is cut off by its ${box.tagName} ${box.className}`)
          break
        }
        if (position === 'absolute') break // it is placed beside its box, not in it
      }
    }

    // A link in a text reaches into the space around its words, where a finger finds it.
    const outlined = (control: Element) => !control.matches('a') || getComputedStyle(control).borderTopWidth !== '0px'
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter(
      (control) => visible(control) && outlined(control),
    )
    const boxes = controls.flatMap((element) => {
      const text = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
      return [...element.getClientRects()].map((rect) => ({ text, element, rect }))
    })
    const covers = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
    for (const [at, one] of lines.entries()) {
      for (const other of [...lines.slice(at + 1), ...boxes]) {
        if (layerOf(one.element) !== layerOf(other.element)) continue
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        if (covers(one.rect, other.rect))
          found.push(`"${short(one.text)}" and "${short(other.text)}" lie on each other`)
      }
    }

    const context = document.createElement('canvas').getContext('2d')
    for (const control of controls) {
      const options = control instanceof HTMLSelectElement ? [...control.options].slice(0, choicesLookedAt) : []
      const placeholders = control instanceof HTMLInputElement ? [control.placeholder] : []
      if (!context) continue
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(control)
      context.font = font
      const room = control.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      for (const shown of [...options.map(({ text }) => text), ...placeholders]) {
        const { width } = context.measureText(shown)
        if (width > room) found.push(`"${shown}" needs ${Math.ceil(width)} px in a field with ${Math.floor(room)}`)
      }
    }
    return [...new Set(found)]
  }, choicesLookedAt)
}
