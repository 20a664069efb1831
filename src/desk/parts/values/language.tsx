import css from './language.module.css'

/** The English name of a language, such as Hindi. */
export function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
}

/** In which language to speak with somebody, where that is not English. */
export function LanguageBadge({ code }: { code: string | null }) {
  if (code === null || code === 'en') return null
  return <span className={css.badge}>{languageName(code)}</span>
}
