import { useEffect } from 'react'
import type { CarouselTexts } from '../../content/content.ts'
import { dragDirection } from './browser-state.ts'
import { CarouselButton } from './carousel-button.tsx'
import css from './hero-slider.module.css'
import { useCarousel } from './use-carousel.ts'

/** Specification, section 9. */
const ADVANCE_MS = 5000

/** The least horizontal distance of a swipe, in px; less is a tap or a scroll. */
const SWIPE_PX = 40

/** The banner's buttons and position. The banner shows one slide at a time, from the first, and wraps both ways. */
export function HeroControls({ slides, texts: { hero, locale } }: { slides: HTMLElement; texts: CarouselTexts }) {
  const { index, count, playing, toggle, next, previous } = useCarousel({ slides, inView: 1, delayMs: ADVANCE_MS })
  useSwipe(slides, { forward: next, back: previous })

  return (
    <>
      <CarouselButton icon={playing ? 'pause' : 'play'} label={playing ? hero.pause : hero.play} onClick={toggle} />
      <CarouselButton icon="previous" label={hero.previous} onClick={previous} />
      <span className={css.position} aria-hidden="true">
        {`${(index + 1).toLocaleString(locale)}/${count.toLocaleString(locale)}`}
      </span>
      <CarouselButton icon="next" label={hero.next} onClick={next} />
      {/* A new element for each slide, because that restarts the animation. */}
      <span key={index} className={css.timer} data-running={playing} aria-hidden="true" />
    </>
  )
}

/** Calls back on a horizontal swipe with one finger, and not on a tap or a scroll of the page. */
function useSwipe(element: HTMLElement, { forward, back }: { forward: () => void; back: () => void }) {
  useEffect(() => {
    let start: { x: number; y: number } | undefined
    const begin = ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start || !touch) return
      const x = touch.clientX - start.x
      const y = touch.clientY - start.y
      start = undefined
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      if (dragDirection(x) > 0) forward()
      else back()
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('touchstart', begin, { signal, passive: true })
    element.addEventListener('touchend', end, { signal })
    return () => listening.abort()
  }, [element, forward, back])
}
