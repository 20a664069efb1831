/** Puts values into a text's placeholders, such as `{zone}`. A placeholder without a value stays. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** The parts of a text: what is between the placeholders, and the placeholders' names at odd positions. */
export function partsOf(text: string): string[] {
  return text.split(/\{(\w+)\}/)
}

/**
 * A number or an e-mail address as it stands in a language's texts. Where these run from right to left, it is isolated,
 * because its parts would be shown in reverse (Unicode Bidirectional Algorithm: between LRI and PDI).
 */
export function leftToRight(fact: string, { direction }: { direction: 'ltr' | 'rtl' }): string {
  return direction === 'rtl' ? `\u2066${fact}\u2069` : fact
}

/** A language's translations of what the specification fixes, by the specification's words; English has none. */
export type Translations = Readonly<Record<string, string>>

/** A text of the specification in a language. */
export function say(wording: string, translations: Translations): string {
  return translations[wording] ?? wording
}
