import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE } from '../../../content/home-path.ts'

/**
 * The language of the page from which the browser posted a form: the form's address names it, so that it is known even
 * where the body cannot be read. English where it names none that the site has.
 */
export function languageOf({ query }: FastifyRequest, languages: readonly string[]): string {
  const { language } = query as Record<string, unknown>
  return languages.find((code) => code === language) ?? DEFAULT_LANGUAGE
}
