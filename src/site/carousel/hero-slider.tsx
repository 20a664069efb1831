import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { ActionLink } from '../../ui/button.tsx'
import roundButton from '../../ui/round-button.module.css'
import css from './hero-slider.module.css'

/** The banner, one slide at a time. Its buttons come later (`controls.ts`), when they can work. */
export function HeroSlider({ content: { slides, texts } }: { content: Content }) {
  return (
    <section className={css.banner} aria-roledescription={texts.roles.carousel} aria-label={texts.hero.label}>
      <div className={`${css.controls} ${roundButton.row}`} data-root="hero-controls" />
      <div className={css.slides} data-slides>
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the W3C carousel pattern asks for role group
          <div
            key={slide.id}
            role="group"
            aria-roledescription={texts.roles.slide}
            aria-label={fill(texts.hero.position, { number: String(index + 1), count: String(slides.length) })}
            className={`${css.slide} ${slide.bgClass}`}
            data-shown={index === 0}
          >
            <div className={css.text}>
              <h2 className={css.heading}>{slide.heading}</h2>
              <p>{slide.tagline}</p>
              <ActionLink look="filled" href="#contact" role="button" aria-haspopup="dialog">
                {texts.getCallback}
              </ActionLink>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
