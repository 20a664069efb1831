import type { EmblaCarouselType } from 'embla-carousel'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Service } from '../../callback-request/services.ts'
import { useAutoAdvance } from '../auto-advance.ts'
import { useHydrated, useMedia } from '../browser-state.ts'
import { procedures } from '../content.ts'
import { MoverButton, moverButtonsGroup } from '../mover-buttons.tsx'
import { ProcedureCard } from './procedure-card.tsx'
import css from './procedures-carousel.module.css'

/** Specification, section 9. */
const ADVANCE_MS = 3000
const COUNT = procedures.length

/** All procedures, a card each: one, two or three in view, going round without end. */
export function ProceduresCarousel({ onAsk }: { onAsk: (service: Service) => void }) {
  const [index, setIndex] = useState(0)
  const [dragged, setDragged] = useState(false)
  const hydrated = useHydrated()
  const inView = useCardsInView()
  const next = useCallback(() => setIndex((current) => (current + 1) % COUNT), [])
  const previous = useCallback(() => setIndex((current) => (current + COUNT - 1) % COUNT), [])
  const { playing, toggle, reducedMotion, slidesProps } = useAutoAdvance({
    delayMs: ADVANCE_MS,
    position: index,
    advance: next,
    dragged,
  })
  const viewport = useRef<HTMLDivElement>(null)
  useEmbla(viewport, { index, reducedMotion, onSelect: setIndex, onDragged: setDragged })

  return (
    <section
      id="carousel-demo"
      className={css['carousel']}
      aria-roledescription="carousel"
      aria-labelledby="procedures-heading"
    >
      <div className={css['head']}>
        <h2 id="procedures-heading" className={css['heading']}>
          Procedures
        </h2>
        <p className={css['sentence']}>What each operation is, in one sentence. Ask us for the rest.</p>
        <div className={`${css['arrows']} ${moverButtonsGroup}`}>
          <MoverButton
            picture={playing ? 'pause' : 'play'}
            label={playing ? 'Pause procedures' : 'Play procedures'}
            onClick={toggle}
          />
          <MoverButton picture="previous" label="Previous procedures" onClick={previous} />
          <MoverButton picture="next" label="Next procedures" onClick={next} />
        </div>
      </div>
      <div className={css['viewport']} ref={viewport} {...slidesProps}>
        <div className={css['track']}>
          {procedures.map((procedure, at) => (
            // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
            <div
              key={procedure.service}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${COUNT}`}
              className={css['slide']}
              inert={hydrated && (at - index + COUNT) % COUNT >= inView}
            >
              <ProcedureCard procedure={procedure} onAsk={onAsk} />
            </div>
          ))}
        </div>
      </div>
      <div className={css['dots']}>
        {procedures.map((procedure, at) => (
          <button
            key={procedure.service}
            type="button"
            className={css['dot']}
            aria-label={`Go to procedure ${at + 1} of ${COUNT}`}
            aria-current={at === index ? 'true' : undefined}
            onClick={() => setIndex(at)}
          />
        ))}
      </div>
    </section>
  )
}

/** One card, two from 768 px, three from 1024 px; 640 px is named by the specification and stays at one. */
function useCardsInView(): 1 | 2 | 3 {
  const two = useMedia('(min-width: 768px)')
  const three = useMedia('(min-width: 1024px)')
  return three ? 3 : two ? 2 : 1
}

/**
 * Lets Embla move the track. The position is ours and is true before Embla has arrived: it is loaded apart, so that
 * it does not delay the first paint, and begins where the carousel stands by then.
 */
function useEmbla(
  viewport: React.RefObject<HTMLDivElement | null>,
  {
    index,
    reducedMotion,
    onSelect,
    onDragged,
  }: {
    index: number
    reducedMotion: boolean
    onSelect: (index: number) => void
    onDragged: (dragged: boolean) => void
  },
) {
  const embla = useRef<EmblaCarouselType>(undefined)
  const latestIndex = useRef(index)

  useEffect(() => {
    let gone = false
    import('embla-carousel').then(({ default: EmblaCarousel }) => {
      if (gone || !viewport.current) return
      const carousel = EmblaCarousel(viewport.current, {
        loop: true,
        align: 'start',
        startIndex: latestIndex.current,
        duration: 18, // Embla's own measure; about 600 ms
        watchFocus: false, // what can have the focus is in view already
      })
      carousel.on('select', () => onSelect(carousel.selectedScrollSnap()))
      carousel.on('pointerDown', () => onDragged(true))
      carousel.on('pointerUp', () => onDragged(false))
      embla.current = carousel
    }, console.error)
    return () => {
      gone = true
      embla.current?.destroy()
    }
  }, [viewport, onSelect, onDragged])

  useEffect(() => {
    latestIndex.current = index
    if (embla.current?.selectedScrollSnap() !== index) embla.current?.scrollTo(index, reducedMotion)
  }, [index, reducedMotion])
}
