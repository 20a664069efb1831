import css from './person-page.module.css'

/** Characters and lines from which on a text scrolls within itself, as in the call panel. */
const LONG = { length: 500, lines: 10 }

/** What somebody typed: a message, or a note. @param name what a long one is called */
export function TypedText({ name, text, lang }: { name: string; text: string; lang?: string | undefined }) {
  const isLong = text.length > LONG.length || text.split('\n').length > LONG.lines
  if (!isLong) {
    return (
      <p className={css.message} dir="auto" lang={lang}>
        {text}
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className={`${css.message} ${css.long}`} aria-label={name} tabIndex={0} dir="auto" lang={lang}>
      {text}
    </section>
  )
}
