import { AppointmentBar } from '../appointment-form/appointment-bar.tsx'
import { CallbackModal } from '../callback-modal/callback-modal.tsx'
import { HeroSlider } from '../carousel/hero-slider.tsx'
import { ProceduresCarousel } from '../carousel/procedures-carousel.tsx'
import { department } from '../content.ts'
import { HowItWorks } from './how-it-works.tsx'
import { SiteFooter, SiteHeader, siteNameClass } from './layout.tsx'

/** The whole site in one page: banner, procedures, how it goes, and the two ways to ask for a callback. */
export function HomePage() {
  return (
    <>
      <SiteHeader contactHref="#contact">
        <h1 className={siteNameClass}>{department.name}</h1>
      </SiteHeader>
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
