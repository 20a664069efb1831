import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'
import css from './page.module.css'

interface PageProps {
  /** The heading. */
  title: string
  documentTitle?: string
  /** What the heading shows, where that is more than its text. */
  heading?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** What stands before the title of every page, such as "(3) ". */
export const TitlePrefix = createContext('')

/** The page of a signed-in person, inside the frame. */
export function Page({ title, documentTitle = documentTitleOf(title), heading = title, actions, children }: PageProps) {
  const h1 = useHeading(documentTitle)
  return (
    <div className={`stack ${css.page}`}>
      <div className={`buttons ${css.heading}`}>
        <h1 ref={h1} tabIndex={-1}>
          {heading}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** A page with one thing to do, without the frame. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  const h1 = useHeading(documentTitleOf(title))
  return (
    <main className={css.plain}>
      <p className={css.brand}>Callback desk</p>
      <div className={`stack box ${css.card}`}>
        <h1 ref={h1} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

/** A part of a page under a heading of its own. @param heading one that may get the focus */
export function Section({
  title,
  heading,
  children,
}: {
  title: string
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  return (
    <section className={`stack box ${css.section}`}>
      <h2 ref={heading} tabIndex={heading && -1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function documentTitleOf(title: string): string {
  return `${title} – Callback desk`
}

/** The heading of the page that is shown. */
let shown: HTMLHeadingElement | null = null

/** Gives the focus to the heading of the page: where what had it is gone, and where keys are to work. */
export function focusHeading(options?: FocusOptions): void {
  shown?.focus(options)
}

let isNewPage = false

/** Lets the next page that is shown give the focus to its heading. */
export function announceNewPage(): void {
  isNewPage = true
}

/**
 * Sets the document's title. On another page the heading gets the focus, so that screen readers read it and Tab goes on
 * from there, unless the page has put the focus itself.
 */
function useHeading(documentTitle: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const prefix = useContext(TitlePrefix)
  useEffect(() => {
    document.title = `${prefix}${documentTitle}`
  }, [prefix, documentTitle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page
  useEffect(() => {
    shown = heading.current
    if (!isNewPage || !heading.current) return
    isNewPage = false
    if (!heading.current.closest('main')?.contains(document.activeElement)) heading.current.focus()
  }, [documentTitle])
  return heading
}
