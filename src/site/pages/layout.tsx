import type { ReactNode } from 'react'
import type { Content } from '../../content/content.ts'
import { ActionLink } from '../../ui/button.tsx'
import css from './layout.module.css'
import { LinkedText } from './linked-text.tsx'

interface WithContent {
  content: Content
}

/**
 * The department's name, place and telephone, and the link to the callback modal.
 *
 * @param name the element with the name: the page's main heading, or a link to the home page
 */
export function SiteHeader({
  content: { department, texts },
  contactHref,
  name,
}: WithContent & { contactHref: `${string}#contact`; name: ReactNode }) {
  return (
    <header className={css.header}>
      <div className={css.department}>
        {name}
        <p className={css.location}>
          {department.hospital}, {department.address}
        </p>
      </div>
      <div className={css.contact}>
        <TelephoneLink department={department} className={css.telephone} />
        <ActionLink
          look="outlined"
          href={contactHref}
          {...(contactHref === '#contact' && { role: 'button', 'aria-haspopup': 'dialog' })}
        >
          {texts.getCallback}
        </ActionLink>
      </div>
    </header>
  )
}

export function SiteFooter({ content: { department, path, texts } }: WithContent) {
  const { emergencyTelephone, sample } = department
  return (
    <footer className={css.footer}>
      <p>
        {department.name}, {department.hospital}, {department.address}
      </p>
      <p className={css.links}>
        <TelephoneLink department={department} /> <a href={`mailto:${department.email}`}>{department.email}</a>{' '}
        <a href={`${path}privacy`}>{texts.privacy.heading}</a>
      </p>
      <p>
        <LinkedText
          text={texts.footer.emergencies}
          elements={{ emergencyTelephone: <a href={`tel:${emergencyTelephone}`}>{emergencyTelephone}</a> }}
        />
      </p>
      {sample && <p>{texts.footer.sample}</p>}
    </footer>
  )
}

/** The department's telephone number. */
export function TelephoneLink({
  department,
  className,
}: {
  department: Content['department']
  className?: string | undefined
}) {
  return (
    <a className={className} href={`tel:${department.telephone.dialled}`}>
      {department.telephone.shown}
    </a>
  )
}

/** A page of text: header, one column, footer. */
export function TextPage({ content, heading, children }: WithContent & { heading: string; children: ReactNode }) {
  const { department, path } = content
  return (
    <>
      <SiteHeader
        content={content}
        contactHref={`${path}#contact`}
        name={
          <p>
            <a href={path}>{department.name}</a>
          </p>
        }
      />
      <main className={css.text}>
        <h1 className={css.heading}>{heading}</h1>
        {children}
      </main>
      <SiteFooter content={content} />
    </>
  )
}
