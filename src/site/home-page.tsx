import { useRef } from 'react'
import { AppointmentForm, type AppointmentFormHandle } from './appointment-form/appointment-form.tsx'
import { CallbackModal } from './callback-modal/callback-modal.tsx'
import { department } from './content.ts'
import { HeroSlider } from './hero-slider/hero-slider.tsx'
import { HowItGoes } from './how-it-goes.tsx'
import { ProceduresCarousel } from './procedures-carousel/procedures-carousel.tsx'
import { SiteFooter, SiteHeader, siteNameClass } from './site-frame.tsx'

/** The whole site in one page: banner, procedures, how it goes, and the two ways to ask for a callback. */
export function HomePage() {
  const appointment = useRef<AppointmentFormHandle>(null)
  return (
    <>
      <SiteHeader contactHref="#contact">
        <h1 className={siteNameClass}>{department.name}</h1>
      </SiteHeader>
      <main>
        <HeroSlider />
        <ProceduresCarousel onAsk={(service) => appointment.current?.askAbout(service)} />
        <HowItGoes />
        <CallbackModal />
      </main>
      <SiteFooter />
      <AppointmentForm ref={appointment} />
    </>
  )
}
