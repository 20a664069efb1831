import type { ReactElement } from 'react'
import type { Content } from '../../content/content.ts'
import { AppointmentBar } from '../appointment-form/appointment-bar.tsx'
import { CallbackModal } from '../callback-modal/callback-modal.tsx'
import { HeroSlider } from '../carousel/hero-slider.tsx'
import { ProceduresCarousel } from '../carousel/procedures-carousel.tsx'
import { type IslandTexts, islandTexts } from '../island-texts.ts'
import { Thanks } from '../visit/thanks.tsx'
import css from './island.module.css'

/** The parts of the pages that change. Each is prerendered, and hydrated in its own root. */
export const ISLANDS = {
  hero: ({ hero }) => <HeroSlider {...hero} />,
  procedures: ({ procedures }) => <ProceduresCarousel {...procedures} />,
  bar: ({ forms }) => <AppointmentBar texts={forms} />,
  modal: ({ modal, forms }) => <CallbackModal {...modal} texts={forms} />, // after the bar: when it opens, it asks what was typed there
  thanks: ({ thanks, forms }) => <Thanks {...thanks} texts={forms} />,
} satisfies Record<string, (texts: IslandTexts) => ReactElement>

/** The place of an island in the page, as the build renders it. */
export function Island({ name, content }: { name: keyof typeof ISLANDS; content: Content }) {
  return (
    <div className={css.island} data-island={name}>
      {ISLANDS[name](islandTexts(content))}
    </div>
  )
}
