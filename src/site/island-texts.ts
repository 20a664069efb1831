import type { Content } from '../content/content.ts'

/** The texts of all islands: the build renders the page with them, and the browser loads them as a file. */
export type IslandTexts = ReturnType<typeof islandTexts>

export function islandTexts({ forms, texts, slides, procedures }: Content) {
  const { roles, hero, getCallback, callback, thankYou } = texts
  const { slides: _, ...heroTexts } = hero
  const { descriptions: _d, ...procedureTexts } = texts.procedures
  /** The first number that a phone formats in a language takes it some 50 ms. */
  const shown = (position: number) => position.toLocaleString(texts.language.locale)
  return {
    forms,
    modal: { close: callback.close, sentence: callback.sentence, sentenceAgain: callback.sentenceAgain },
    hero: {
      slides: slides.map(({ layout: _l, ...slide }) => slide),
      texts: heroTexts,
      roles,
      /** Such as "1/3", by the slide. */
      positions: slides.map(({ id }) => `${shown(id)}/${shown(slides.length)}`),
      getCallback,
    },
    procedures: { procedures, texts: procedureTexts, roles, position: hero.position },
    thanks: { title: thankYou.title, heading: thankYou.heading, neutral: thankYou.neutral },
  }
}
