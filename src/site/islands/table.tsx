import type { ReactElement } from 'react'
import type { Content } from '../../content/content.ts'
import { AppointmentBar } from '../appointment-form/appointment-bar.tsx'
import { CallbackModal } from '../callback-modal/callback-modal.tsx'
import { HeroSlider } from '../carousel/hero-slider.tsx'
import { ProceduresCarousel } from '../carousel/procedures-carousel.tsx'
import css from './island.module.css'
import { type IslandTexts, islandTexts } from './texts.ts'

/** The parts of the home page that change. Each is prerendered, and hydrated in its own root. */
export const ISLANDS = {
  hero: ({ hero }) => <HeroSlider {...hero} />,
  procedures: ({ procedures }) => <ProceduresCarousel {...procedures} />,
  bar: ({ forms }) => <AppointmentBar texts={forms} />,
  modal: ({ modal, forms }) => <CallbackModal {...modal} texts={forms} />, // after the bar, which it asks on opening
} satisfies Record<string, (texts: IslandTexts) => ReactElement>

/** The place of an island in the page, as the build renders it. */
export function Island({ name, content }: { name: keyof typeof ISLANDS; content: Content }) {
  return (
    <div className={css.island} data-island={name}>
      {ISLANDS[name](islandTexts(content))}
    </div>
  )
}
