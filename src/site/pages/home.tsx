import { AppointmentBar } from '../appointment-form/appointment-bar.tsx'
import { CallbackModal } from '../callback-modal/callback-modal.tsx'
import { HeroSlider } from '../carousel/hero-slider.tsx'
import { ProceduresCarousel } from '../carousel/procedures-carousel.tsx'
import { department } from '../content.ts'
import { HowItWorks } from './how-it-works.tsx'
import { SiteFooter, SiteHeader } from './layout.tsx'

/** The whole site on one page: banner, procedures, how it works, and the two forms. */
export function HomePage() {
  return (
    <>
      <SiteHeader contactHref="#contact" name={<h1>{department.name}</h1>} />
      <main>
        <HeroSlider />
        <ProceduresCarousel />
        <HowItWorks />
        <CallbackModal />
      </main>
      <SiteFooter />
      <AppointmentBar />
    </>
  )
}
