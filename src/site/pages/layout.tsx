import type { ReactNode } from 'react'
import { ActionLink } from '../../ui/button.tsx'
import { department } from '../content.ts'
import css from './layout.module.css'

/** Whose site it is, the department's telephone, and the way to a callback. */
export function SiteHeader({ contactHref, children }: { contactHref: '#contact' | '/#contact'; children: ReactNode }) {
  return (
    <header className={css.header}>
      <div className={css.who}>
        {children}
        <p className={css.where}>
          {department.hospital}, {department.location}
        </p>
      </div>
      <div className={css.reach}>
        <a className={css.telephone} href={`tel:${department.telephone.dialled}`}>
          {department.telephone.shown}
        </a>
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

/** The department's name, as the heading of the site; on pages with a heading of their own, a link home. */
export const siteNameClass = css.name

export function SiteFooter() {
  return (
    <footer className={css.footer}>
      <p>
        {department.name}, {department.hospital}, {department.location}
      </p>
      <p className={css.links}>
        <a href={`tel:${department.telephone.dialled}`}>{department.telephone.shown}</a>{' '}
        <a href={`mailto:${department.email}`}>{department.email}</a> <a href="/privacy">Privacy notice</a>
      </p>
      <p>
        Not for emergencies: call <a href={`tel:${department.emergencyTelephone}`}>{department.emergencyTelephone}</a>.
      </p>
      {department.sampleNotice && <p>{department.sampleNotice}</p>}
    </footer>
  )
}

/** A page of text: header, one column, footer. */
export function TextPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <SiteHeader contactHref="/#contact">
        <p className={css.name}>
          <a href="/">{department.name}</a>
        </p>
      </SiteHeader>
      <main className={css.text}>
        <h1 className={css.heading}>{heading}</h1>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
