import type { CarouselTexts } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { button, slidesIn, startCarousel } from './carousel.ts'
import { followPointer } from './follow-pointer.ts'
import heroCss from './hero-slider.module.css'
import proceduresCss from './procedures-carousel.module.css'
import { slidingTrack } from './sliding-track.ts'

/** Specification, section 9. */
const HERO_MS = 5000
const PROCEDURES_MS = 3000

/** One card is in view, two from 768 px, three from 1024 px. The specification's breakpoint at 640 px keeps one. */
const BREAKPOINTS = ['(min-width: 768px)', '(min-width: 1024px)']

/** Starts the banner, which shows one slide at a time, and renders its buttons and position. */
export function startHero({ hero: texts }: CarouselTexts) {
  const { root, slides } = findCarousel('hero-controls')
  if (!root || !slides) return
  const position = hiddenSpan(heroCss.position)
  let timer = hiddenSpan(heroCss.timer)
  const carousel = startCarousel({
    slides,
    texts,
    delayMs: HERO_MS,
    onShow: ({ index, playing }) => {
      position.textContent = texts.positions[index] ?? ''
      const before = timer
      timer = hiddenSpan(heroCss.timer) // a new element restarts the animation
      timer.dataset.running = String(playing)
      before.replaceWith(timer)
    },
  })
  root.append(carousel.toggle, carousel.previous, position, carousel.next, timer)
  followPointer(slides, {
    accepts: ({ pointerType }) => pointerType !== 'mouse',
    onBegin: () => carousel.setDragged(true),
    onEnd: () => carousel.setDragged(false),
    onSwipe: (px) => carousel.moveBy(Math.sign(px)),
  })
}

/**
 * Starts the carousel of procedures, which loops, and renders its buttons and dots. The dots are below the cards, so that
 * the tab order is what is seen.
 */
export function startProcedures({ procedures: texts }: CarouselTexts) {
  const { root, slides, dotsRoot } = findCarousel('procedures-controls')
  if (!root || !slides || !dotsRoot) return
  const { length: count } = slidesIn(slides)
  const track = slidingTrack(slides)
  const dots = Array.from({ length: count }, (_, at) => {
    const label = fill(texts.goTo, { number: String(at + 1), count: String(count) })
    return button(proceduresCss.dot, label, () => carousel.goTo(at))
  })
  const breakpoints = BREAKPOINTS.map((query) => matchMedia(query))
  const carousel = startCarousel({
    slides,
    texts,
    delayMs: PROCEDURES_MS,
    inView: () => 1 + breakpoints.filter(({ matches }) => matches).length,
    onShow: ({ index, inView }) => {
      track.slideTo({ index, count, inView })
      for (const [at, dot] of dots.entries()) {
        dot.style.setProperty('--distance', String(Math.abs(at - index)))
        if (at === index) dot.setAttribute('aria-current', 'true')
        else dot.removeAttribute('aria-current')
      }
      const visibility = count > inView ? '' : 'hidden' // there is nothing to slide
      for (const controls of [root, dotsRoot]) controls.style.visibility = visibility
    },
  })
  for (const breakpoint of breakpoints) breakpoint.addEventListener('change', carousel.update)
  root.append(carousel.toggle, carousel.previous, carousel.next)
  dotsRoot.append(...dots)
  followPointer(slides, {
    onBegin: () => carousel.setDragged(true),
    onMove: track.dragBy,
    onEnd: () => carousel.setDragged(false),
    onSwipe: (px) => carousel.moveBy(Math.sign(px) * Math.max(1, Math.round(Math.abs(px) / track.stepPx()))),
  })
}

/** The elements of a carousel, as far as other scripts have left them in the page. */
function findCarousel(rootName: string) {
  const root = document.querySelector<HTMLElement>(`[data-root="${rootName}"]`)
  const carousel = root?.closest('section')
  return {
    root,
    slides: carousel?.querySelector<HTMLElement>('[data-slides]'),
    dotsRoot: carousel?.querySelector<HTMLElement>('[data-dots]'),
  }
}

function hiddenSpan(className: string | undefined): HTMLSpanElement {
  const span = document.createElement('span')
  span.className = String(className)
  span.setAttribute('aria-hidden', 'true')
  return span
}
