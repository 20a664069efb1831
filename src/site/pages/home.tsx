import type { Content } from '../../content/content.ts'
import { AppointmentBar } from '../appointment-form/appointment-form.tsx'
import { CallbackModal } from '../callback-modal/callback-modal.tsx'
import { HeroSlider } from '../carousel/hero-slider.tsx'
import { ProceduresCarousel } from '../carousel/procedures-carousel.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Fact, SiteFooter, SiteHeader } from './layout.tsx'

/** The whole site on one page: banner, procedures, how it works, and the two forms. */
export function HomePage({ content }: { content: Content }) {
  return (
    <>
      <SiteHeader
        content={content}
        contactHref="#contact"
        name={
          <h1>
            <Fact content={content} of="name" />
          </h1>
        }
      />
      <main>
        <HeroSlider content={content} />
        <ProceduresCarousel content={content} />
        <HowItWorks texts={content.texts} />
        <CallbackModal content={content} />
      </main>
      <SiteFooter content={content} />
      <AppointmentBar texts={content.forms} />
    </>
  )
}
