import { type Showing, slidesIn } from './carousel.ts'

/**
 * The width of the row, in which each card is whole pixels wide: WebKit moves by shares of rounded widths, and cards far
 * from the first would stand beside their place. Browsers without `round()` keep the row's own width.
 */
const WHOLE_PIXELS = (() => {
  const gaps = 'var(--spacing) * (var(--in-view) - 1)'
  return `calc(round((100% - ${gaps}) / var(--in-view), 1px) * var(--in-view) + ${gaps})`
})()

/**
 * Turns the scrollable row of cards into a track that slides to the carousel's position, and that can be dragged. One
 * CSS transition moves it without using the main thread; its lengths are relative, so that a resize needs no script. To
 * loop, cards out of view are moved to where they are shown next.
 */
export function slidingTrack(viewport: HTMLElement) {
  let position = 0 // in cards, unbounded: the carousel's index is its remainder
  let cardsInView = 1
  let shown = ''

  viewport.dataset.slides = 'dragged'
  viewport.style.width = WHOLE_PIXELS
  // Setting the row's scroll position forces a layout: so once, in a frame.
  requestAnimationFrame(() => {
    viewport.scrollLeft = 0
  })

  const dragBy = (px: number) => {
    const track = viewport.querySelector<HTMLElement>('[data-track]')
    if (track)
      track.style.transform = `translateX(calc(var(--forward) * ${-position / cardsInView} * (100% + var(--spacing)) + ${px}px))`
  }
  return {
    slideTo: ({ index, count, inView }: Omit<Showing, 'playing'>) => {
      // While the track glides, only another place of the cards may be given to them.
      const now = [index, count, inView].join()
      if (now === shown) return dragBy(0)
      shown = now
      const from = position
      const ahead = remainder(index - from, count)
      position = from + (ahead > count / 2 ? ahead - count : ahead)
      cardsInView = inView
      const span = Math.abs(position - from) + inView
      const first = count > inView ? Math.min(from, position) - Math.floor((count - span) / 2) : position
      for (const [place, slide] of slidesIn(viewport).entries()) {
        const rounds = Math.ceil((first - place) / count)
        slide.style.transform =
          rounds === 0 ? '' : `translateX(calc(var(--forward) * ${rounds * count} * (100% + var(--spacing))))`
      }
      dragBy(0)
    },
    dragBy,
    /** The distance from one card to the next, in px, the space between them left out. */
    stepPx: () => (viewport.clientWidth || 1) / cardsInView,
  }
}

const remainder = (value: number, of: number) => ((value % of) + of) % of
