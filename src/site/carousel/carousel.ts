import css from '../../ui/round-button.module.css'

/** What a carousel shows now. */
export interface Showing {
  /** The first slide in view, from 0. */
  index: number
  count: number
  /** How many slides are in view at a time. */
  inView: number
  playing: boolean
}

/** The elements and texts of a carousel, and how it moves. */
interface Options {
  /** The parent element of the slides. */
  slides: HTMLElement
  texts: Readonly<Record<'pause' | 'play' | 'previous' | 'next', string>>
  delayMs: number
  inView?: () => number
  /** Called at the start, and whenever something has changed. */
  onShow: (showing: Showing) => void
}

/**
 * Starts a carousel that wraps both ways and advances `delayMs` after each change of its position, manual changes
 * included. Returns its three buttons, and what else moves it.
 *
 * It pauses after its pause button is pressed, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed),
 * while keyboard focus is on a control inside a slide, which would move away while in use, and while it is dragged.
 * Nothing else pauses it; but a slide that is being pressed does not move away before it is released.
 *
 * The slides are prerendered and looked up at each change, so that nodes which other scripts have added stay. A slide in
 * view has `data-shown="true"`; keyboard, pointer and screen reader cannot reach the others. A slide gets `data-near`,
 * which loads its picture, when it is shown or may be next.
 */
export function startCarousel({ slides, texts, delayMs, inView = () => 1, onShow }: Options) {
  const count = slidesIn(slides).length
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let position = 0
  let chosen: boolean | undefined // by the button, until reduced motion is asked for
  let focusInside = hasKeyboardFocus(slides)
  let dragged = false
  let pressed = false
  let overdue = false
  let timer: ReturnType<typeof setTimeout> | undefined // undefined while paused

  const moves = () => count > inView() // slides that are all in view stay where they are
  const isPlaying = () => chosen ?? !reducedMotion.matches
  const isPaused = () =>
    !isPlaying() || !moves() || focusInside || dragged || document.hidden || document.visibilityState === 'hidden'

  const startDelay = () => {
    clearTimeout(timer)
    overdue = false
    timer = isPaused() ? undefined : setTimeout(advance, delayMs)
  }
  const pauseOrContinue = () => {
    if (isPaused() !== (timer === undefined)) startDelay()
  }
  const advance = () => {
    if (pressed) overdue = true
    else goTo(position + 1)
  }
  const goTo = (to: number) => {
    if (to === position) return
    position = (to + count) % count
    startDelay()
    show()
  }
  const update = () => {
    pauseOrContinue()
    show()
  }
  const toggle = roundButton('pause', texts.pause, () => {
    chosen = !isPlaying()
    update()
  })

  const show = () => {
    const playing = isPlaying()
    toggle.dataset.icon = playing ? 'pause' : 'play'
    toggle.setAttribute('aria-label', playing ? texts.pause : texts.play)
    // Screen readers announce the slides that a visitor chooses, not those of autoplay.
    slides.setAttribute('aria-live', playing ? 'off' : 'polite')
    const showing = { index: moves() ? position : 0, count, inView: inView(), playing }
    markSlides(slides, showing, dragged)
    onShow(showing)
  }

  const setFocusInside = (inside: boolean) => {
    focusInside = inside
    pauseOrContinue()
  }
  slides.addEventListener('focusin', () => setFocusInside(hasKeyboardFocus(slides)))
  slides.addEventListener('focusout', () => setFocusInside(false))
  slides.addEventListener('pointerdown', (event) => {
    pressed = event.button === 0
  })
  const release = () => {
    // A click follows the release, and needs the slide where it was pressed.
    if (overdue && timer !== undefined) timer = setTimeout(advance)
    pressed = overdue = false
  }
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true)
  document.addEventListener('visibilitychange', pauseOrContinue)
  reducedMotion.addEventListener('change', () => {
    if (chosen) chosen = undefined
    update()
  })

  update()
  return {
    toggle,
    previous: roundButton('previous', texts.previous, () => goTo(position - 1)),
    next: roundButton('next', texts.next, () => goTo(position + 1)),
    goTo,
    moveBy: (steps: number) => goTo(position + (steps % count)),
    setDragged: (now: boolean) => {
      dragged = now
      update()
    },
    update,
  }
}

/** CSS draws its icon. */
function roundButton(icon: 'previous' | 'next' | 'pause', label: string, press: () => void): HTMLButtonElement {
  const element = button(css.button, label, press)
  element.dataset.icon = icon
  return element
}

/** A button without text, whose accessible name is the label. */
export function button(className: string | undefined, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = String(className)
  element.setAttribute('aria-label', label)
  element.addEventListener('click', press)
  return element
}

export const slidesIn = (element: HTMLElement) => element.querySelectorAll<HTMLElement>('[role="group"]')

function markSlides(slides: HTMLElement, { index, count, inView }: Showing, dragged: boolean) {
  for (const [place, slide] of slidesIn(slides).entries()) {
    const stepsAhead = (place - index + count) % count
    slide.dataset.shown = String(stepsAhead < inView)
    slide.toggleAttribute('inert', stepsAhead >= inView)
    if (!('inert' in HTMLElement.prototype)) replaceInert(slide)
    if (stepsAhead <= inView || (dragged && stepsAhead === count - 1)) slide.dataset.near = ''
  }
}

/** For Chrome before 102, Firefox before 112 and Safari before 15.5, which do not support `inert`. */
function replaceInert(slide: HTMLElement) {
  const inert = slide.hasAttribute('inert')
  slide.setAttribute('aria-hidden', String(inert))
  for (const link of slide.querySelectorAll('a')) link.tabIndex = inert ? -1 : 0
}

const hasKeyboardFocus = (element: HTMLElement) => element.querySelector(':focus-visible') !== null
