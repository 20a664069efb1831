import { type ReactNode, useEffect } from 'react'
import css from './page.module.css'

/** The page of a signed-in person, inside the frame. Its title is heading and document title. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** A page with one thing to do, without the frame. @param title empty while nobody knows what it is */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <main className={css.plain}>
      <p className={css.brand}>Callback desk</p>
      <div className={css.card}>
        {title && <h1 tabIndex={-1}>{title}</h1>}
        {children}
      </div>
    </main>
  )
}

/** A part of a page under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** @param title empty on the first page */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} – Callback desk` : 'Callback desk'
  }, [title])
}
