import { Fragment, type ReactNode } from 'react'
import type { Content } from '../../content/content.ts'
import { ActionLink } from '../../ui/button.tsx'
import { LinkedText } from '../linked-text.tsx'
import css from './layout.module.css'

interface WithContent {
  content: Content
}

/** The end of the address of a page that every language has; the home page has none. */
const PAGES = ['', 'thank-you', 'privacy']

/**
 * The department's name, place and telephone, the same page in other languages, and the link to the callback modal.
 *
 * @param name the element with the name: the page's main heading, or a link to the home page
 */
export function SiteHeader({
  content,
  page = '',
  contactHref,
  name,
}: WithContent & { page?: string; contactHref?: `${string}#contact` | undefined; name: ReactNode }) {
  const { department, texts } = content
  return (
    <header className={css.header}>
      <div className={css.department}>
        {content.logo && <img className={css.logo} src="/logo.png" alt="" {...content.logo} />}
        {name}
      </div>
      <p className={css.location}>
        <Place content={content} />
      </p>
      <LanguageLinks content={content} page={page} />
      <div className={css.contact}>
        <TelephoneLink department={department} className={css.telephone} />
        {contactHref && (
          <ActionLink
            look="outlined"
            href={contactHref}
            {...(contactHref === '#contact' && { role: 'button', 'aria-haspopup': 'dialog' })}
          >
            {texts.getCallback}
          </ActionLink>
        )}
      </div>
    </header>
  )
}

/** A fact that the department tells in another language only says so, and keeps its order in any text. */
export function Fact({ content, of }: WithContent & { of: 'name' | 'hospital' | 'address' }) {
  const { department, texts } = content
  const fact = department[of]
  const locale = department.borrowed[of]
  return locale || texts.language.direction === 'rtl' ? <bdi lang={locale}>{fact}</bdi> : fact
}

function Place({ content }: WithContent) {
  return (
    <>
      <Fact content={content} of="hospital" />, <Fact content={content} of="address" />
    </>
  )
}

/** Links to this page in the site's other languages, each in its own language; to the home page where they lack it. */
function LanguageLinks({ content: { code, languages, texts }, page }: WithContent & { page: string }) {
  const others = languages.filter((language) => language.code !== code)
  if (others.length === 0) return null
  return (
    <nav className={css.languages} aria-label={texts.languages}>
      {others.map(({ name, locale, path, pages }) => (
        <a
          key={locale}
          href={`${path}${[...PAGES, ...pages].includes(page) ? page : ''}`}
          lang={locale}
          hrefLang={locale}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

export function SiteFooter({ content }: WithContent) {
  const { department, path, texts } = content
  const { emergencyTelephone, sample } = department
  return (
    <footer className={css.footer}>
      <p>
        <Fact content={content} of="name" />, <Place content={content} />
      </p>
      <p className={css.links}>
        <TelephoneLink department={department} /> <a href={`mailto:${department.email}`}>{department.email}</a>{' '}
        <a href={`${path}privacy`}>{texts.privacy.heading}</a>
        {content.pageLinks.map(({ title, href, language }) => (
          <Fragment key={href}>
            {' '}
            <a href={href} hrefLang={language?.locale} lang={language?.locale}>
              {language ? `${title} (${language.name})` : title}
            </a>
          </Fragment>
        ))}
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

export const mistakesClass = css.mistakes

/** A page of text: header, one column, footer. */
export function TextPage({
  content,
  page = '',
  heading,
  children,
}: WithContent & {
  page?: string
  /** Its text, or the element with it. */
  heading: ReactNode
  children: ReactNode
}) {
  const { path } = content
  return (
    <div className={css.page}>
      <SiteHeader
        content={content}
        page={page}
        contactHref={page === 'thank-you' ? undefined : `${path}#contact`} // there it would ask for a second call
        name={
          <p>
            <a href={path}>
              <Fact content={content} of="name" />
            </a>
          </p>
        }
      />
      <main className={css.text}>
        {typeof heading === 'string' ? <h1 className={css.heading}>{heading}</h1> : heading}
        {children}
      </main>
      <SiteFooter content={content} />
    </div>
  )
}
