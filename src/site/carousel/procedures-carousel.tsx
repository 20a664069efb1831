import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { fill } from '../../content/fill.ts'
import { RoundButton, roundButtonRow } from '../../ui/round-button.tsx'
import { useMedia } from '../../ui/use-browser-state.ts'
import { IslandBoundary } from '../boundary/island-boundary.tsx'
import type { IslandTexts } from '../island-texts.ts'
import { cardClass, ProcedureCard } from './procedure-card.tsx'
import css from './procedures-carousel.module.css'
import { useCarousel } from './use-carousel.ts'

/** Specification, section 9. */
const DELAY_MS = 3000

/**
 * One card for each procedure; one is in view, two from 768 px, three from 1024 px. The specification's breakpoint at
 * 640 px keeps one. It is a scrollable row until React makes it loop.
 *
 * One CSS transition slides the track without using the main thread; its lengths are relative, so that a resize needs no
 * script. To loop, cards out of view are moved to where they are shown next. The dots are below the cards, so that the
 * tab order is what is seen.
 */
export function ProceduresCarousel({ procedures, texts, roles, position }: IslandTexts['procedures']) {
  const track = useRef<HTMLDivElement>(null)
  const { length: count } = procedures
  const inView = 1 + Number(useMedia('(min-width: 768px)')) + Number(useMedia('(min-width: 1024px)'))
  const carousel = useCarousel(track, { count, inView, delayMs: DELAY_MS, draggedBy: 'every pointer', texts })
  const { state, index, isHydrated, isNear } = carousel
  useScrolledRow(track, inView, carousel.goTo)
  const isDragged = state.press?.isDrag || undefined // a press alone does not stop a track that glides
  const controls = carousel.canMove ? '' : css.nothingToMove
  /** The dots are one stop of the Tab key: the arrow keys go from one to the next, and round. */
  const goByArrow = ({ key, currentTarget }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const to = (index + (document.dir === 'rtl' ? -step : step) + count) % count
    carousel.goTo(to)
    const dot = currentTarget.parentElement?.children[to]
    if (dot instanceof HTMLElement) dot.focus({ preventScroll: true })
  }
  return (
    <IslandBoundary>
      <section
        id="carousel-demo"
        className={css.carousel}
        aria-roledescription={roles.carousel}
        aria-labelledby="procedures-heading"
      >
        <h2 id="procedures-heading" className={css.heading}>
          {texts.heading}
        </h2>
        <p className={css.sentence}>{texts.sentence}</p>
        <div className={`${css.buttons} ${roundButtonRow} ${controls}`}>
          <RoundButton {...carousel.toggleProps} />
          <RoundButton {...carousel.previousProps} />
          <RoundButton {...carousel.nextProps} />
        </div>
        <div className={css.row} data-slides {...carousel.slidesProps}>
          <div
            ref={track}
            className={css.track}
            data-dragged={isDragged}
            style={state.isTouched ? trackStyle(carousel.track / inView, isDragged ? state.press?.px : 0) : undefined}
          >
            {procedures.map((procedure, place) => (
              // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
              <div
                key={procedure.service}
                role="group"
                aria-roledescription={roles.slide}
                aria-label={fill(position, { number: String(place + 1), count: String(count) })}
                className={`${css.slide} ${cardClass}`}
                data-near={(isHydrated ? isNear(place) : place === 0) || undefined}
                style={roundsStyle(carousel.roundsOf(place) * count)}
                {...carousel.slideProps(place)}
              >
                <ProcedureCard
                  {...procedure}
                  {...carousel.linkProps(place)}
                  ask={texts.ask}
                  about={fill(texts.about, { service: procedure.name })}
                />
              </div>
            ))}
          </div>
        </div>
        <div className={`${css.dots} ${controls}`}>
          {procedures.map(({ service }, place) => (
            <button
              key={service}
              type="button"
              className={css.dot}
              aria-label={fill(texts.goTo, { number: String(place + 1), count: String(count) })}
              aria-current={isHydrated && place === index ? 'true' : undefined}
              style={isHydrated ? dotStyle(place - index, place - (count - 1) / 2) : undefined}
              tabIndex={isHydrated && place !== index ? -1 : undefined}
              onClick={() => carousel.goTo(place)}
              onKeyDown={goByArrow}
            />
          ))}
        </div>
      </section>
    </IslandBoundary>
  )
}

const trackStyle = (rows: number, px = 0) => ({
  transform: `translateX(calc(var(--forward) * ${-rows} * (100% + var(--spacing)) + ${px}px))`,
})

/** How many dots are between a dot and the current one, and between it and the middle of their row. */
const dotStyle = (fromCurrent: number, fromMiddle: number) =>
  ({ '--distance': Math.abs(fromCurrent), '--from-middle': fromMiddle }) as CSSProperties

const roundsStyle = (cards: number) =>
  cards === 0 ? undefined : { transform: `translateX(calc(var(--forward) * ${cards} * (100% + var(--spacing))))` }

/** Goes to the card to which a visitor has scrolled the row before it became a track. In a frame: it needs a layout. */
function useScrolledRow(track: RefObject<HTMLElement | null>, inView: number, goTo: (index: number) => void) {
  const start = useEffectEvent(() => {
    const row = track.current?.parentElement
    if (!row || row.scrollLeft === 0) return
    goTo(Math.round((Math.abs(row.scrollLeft) * inView) / row.clientWidth))
    row.scrollLeft = 0
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => start())
    return () => cancelAnimationFrame(frame)
  }, [])
}
