import type { ReactNode } from 'react'
import { ActionLink } from '../../ui/button.tsx'
import { department } from '../content.ts'
import css from './layout.module.css'

/**
 * The department's name, place and telephone, and the link to the callback modal.
 *
 * @param name the element with the name: the page's main heading, or a link to the home page
 */
export function SiteHeader({ contactHref, name }: { contactHref: '#contact' | '/#contact'; name: ReactNode }) {
  return (
    <header className={css.header}>
      <div className={css.department}>
        {name}
        <p className={css.location}>
          {department.hospital}, {department.location}
        </p>
      </div>
      <div className={css.contact}>
        <TelephoneLink className={css.telephone} />
        <ActionLink
          look="outlined"
          href={contactHref}
          {...(contactHref === '#contact' && { role: 'button', 'aria-haspopup': 'dialog' })}
        >
          Get a callback
        </ActionLink>
      </div>
    </header>
  )
}

export function SiteFooter() {
  return (
    <footer className={css.footer}>
      <p>
        {department.name}, {department.hospital}, {department.location}
      </p>
      <p className={css.links}>
        <TelephoneLink /> <a href={`mailto:${department.email}`}>{department.email}</a>{' '}
        <a href="/privacy">Privacy notice</a>
      </p>
      <p>
        Not for emergencies: call <a href={`tel:${department.emergencyTelephone}`}>{department.emergencyTelephone}</a>.
      </p>
      {department.sampleNotice && <p>{department.sampleNotice}</p>}
    </footer>
  )
}

/** The department's telephone number. */
export function TelephoneLink({ className }: { className?: string | undefined }) {
  return (
    <a className={className} href={`tel:${department.telephone.dialled}`}>
      {department.telephone.shown}
    </a>
  )
}

/** A page of text: header, one column, footer. */
export function TextPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <SiteHeader
        contactHref="/#contact"
        name={
          <p>
            <a href="/">{department.name}</a>
          </p>
        }
      />
      <main className={css.text}>
        <h1 className={css.heading}>{heading}</h1>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
