import { useRef } from 'react'
import { fill } from '../../content/fill.ts'
import { ActionLink } from '../../ui/button.tsx'
import { RoundButton, roundButtonRow } from '../../ui/round-button.tsx'
import { IslandBoundary } from '../boundary/island-boundary.tsx'
import type { IslandTexts } from '../island-texts.ts'
import css from './hero-slider.module.css'
import { useCarousel } from './use-carousel.ts'

/** Specification, section 9. */
const DELAY_MS = 5000

/** The banner, one slide at a time; its button chooses the slide's service in the form. Without script the slides stand below each other. */
export function HeroSlider({ slides, texts, roles, positions, getCallback }: IslandTexts['hero']) {
  const parent = useRef<HTMLDivElement>(null)
  const { length: count } = slides
  const carousel = useCarousel(parent, { count, inView: 1, delayMs: DELAY_MS, draggedBy: 'touch', texts })
  const { state, isRunning, isShown } = carousel
  return (
    <IslandBoundary>
      <section className={css.banner} aria-roledescription={roles.carousel} aria-label={texts.label}>
        <div className={`${css.controls} ${roundButtonRow}`}>
          <RoundButton {...carousel.toggleProps} />
          <RoundButton {...carousel.previousProps} />
          <span className={css.position} aria-hidden="true">
            {positions[carousel.index]}
          </span>
          <RoundButton {...carousel.nextProps} />
          {/* A new element restarts the animation. */}
          <span
            key={`${state.position} ${state.restart}`}
            className={css.timer}
            data-running={isRunning}
            aria-hidden="true"
          />
        </div>
        <div ref={parent} className={css.slides} data-slides {...carousel.slidesProps}>
          {slides.map((slide, place) => (
            // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
            <div
              key={slide.id}
              role="group"
              aria-roledescription={roles.slide}
              aria-label={fill(texts.position, { number: String(place + 1), count: String(count) })}
              className={`${css.slide} ${slide.bgClass}`}
              data-shown={isShown(place)}
              {...carousel.slideProps(place)}
            >
              <div className={css.text}>
                <h2 className={css.heading}>{slide.heading}</h2>
                <p>{slide.tagline}</p>
                <ActionLink
                  look="filled"
                  href="#appointment"
                  role="button"
                  data-service={slide.service}
                  {...carousel.linkProps(place)}
                >
                  {getCallback}
                </ActionLink>
              </div>
            </div>
          ))}
        </div>
      </section>
    </IslandBoundary>
  )
}
