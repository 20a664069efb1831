import { type TouchEvent, useCallback, useRef, useState } from 'react'
import { ActionLink } from '../../ui/button.tsx'
import { useAutoAdvance } from '../auto-advance.ts'
import { useHydrated } from '../browser-state.ts'
import { slides } from '../content.ts'
import { MoverButton, moverButtonsGroup } from '../mover-buttons.tsx'
import './banners.css'
import css from './hero-slider.module.css'

/** Specification, section 9. */
const ADVANCE_MS = 5000

/** How far a finger travels sideways before it is a swipe and no longer a tap or a scroll. */
const SWIPE_PX = 40

/** The banner: one slide at a time, fading; it begins at the first and wraps both ways. */
export function HeroSlider() {
  const [index, setIndex] = useState(0)
  const hydrated = useHydrated()
  const next = useCallback(() => setIndex((current) => (current + 1) % slides.length), [])
  const previous = useCallback(() => setIndex((current) => (current + slides.length - 1) % slides.length), [])
  const { playing, toggle, slidesProps } = useAutoAdvance({
    delayMs: ADVANCE_MS,
    position: index,
    advance: next,
    dragged: false,
  })
  const swipe = useSwipe({ left: next, right: previous })

  return (
    <section className={css['banner']} aria-roledescription="carousel" aria-label="Featured procedures" {...swipe}>
      <div className={`${css['controls']} ${moverButtonsGroup}`}>
        <MoverButton
          picture={playing ? 'pause' : 'play'}
          label={playing ? 'Pause slides' : 'Play slides'}
          onClick={toggle}
        />
        <MoverButton picture="previous" label="Previous slide" onClick={previous} />
        <span className={css['position']} aria-hidden="true">
          {index + 1}/{slides.length}
        </span>
        <MoverButton picture="next" label="Next slide" onClick={next} />
        <span key={index} className={css['timer']} data-running={hydrated && playing} aria-hidden="true" />
      </div>
      <div className={css['slides']} {...slidesProps}>
        {slides.map((slide, at) => (
          // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
          <div
            key={slide.id}
            role="group"
            aria-roledescription="slide"
            aria-label={`${at + 1} of ${slides.length}`}
            className={`${css['slide']} ${slide.bgClass}`}
            data-shown={at === index}
            inert={hydrated && at !== index}
          >
            <div className={css['text']}>
              <h2 className={css['heading']}>{slide.heading}</h2>
              <p>{slide.tagline}</p>
              <ActionLink href="#contact" role="button" aria-haspopup="dialog">
                Get a callback
              </ActionLink>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Tells a finger's sideways swipe from a tap or a scroll of the page. */
function useSwipe({ left, right }: { left: () => void; right: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const x = touch.clientX - start.current.x
      const y = touch.clientY - start.current.y
      start.current = undefined
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      if (x < 0) left()
      else right()
    },
  }
}
