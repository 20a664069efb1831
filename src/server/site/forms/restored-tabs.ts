import type { FastifyPluginAsync } from 'fastify'
import { homePath } from '../../../content/site-languages.ts'
import { languageOfHtmlFormPost } from './calling-page.ts'

/**
 * A browser that restores the tab of a refused HTML form post asks for its address again, as a page: the answer leads to
 * the form. It is the only GET of these paths; others are answered with 405.
 */
export const restoredTabs: FastifyPluginAsync<{ languages: readonly string[] }> = async (app, { languages }) => {
  for (const [path, form] of [
    ['/api/appointment', 'appointment'],
    ['/api/contact-us', 'contact'],
  ] as const) {
    app.get(path, { constraints: { submission: 'html' }, exposeHeadRoute: false }, (request, reply) => {
      const home = homePath(languageOfHtmlFormPost(request, languages), languages[0])
      return reply.redirect(`${home}#${form}`, 303)
    })
  }
}
