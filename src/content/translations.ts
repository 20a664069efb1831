/** A language's translations of what the specification fixes, by the specification's words; English has none. */
export type Translations = Readonly<Record<string, string>>

/** A text of the specification in a language. */
export function say(wording: string, translations: Translations): string {
  return translations[wording] ?? wording
}
