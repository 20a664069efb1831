import type { LanguageTexts } from './schema.ts'

/**
 * A number or an e-mail address as it stands in a language's texts. Where these run from right to left, it is isolated,
 * because its parts would be shown in reverse (Unicode Bidirectional Algorithm: between LRI and PDI).
 */
export function leftToRight(fact: string, { direction }: Pick<LanguageTexts['language'], 'direction'>): string {
  return direction === 'rtl' ? `\u2066${fact}\u2069` : fact
}
