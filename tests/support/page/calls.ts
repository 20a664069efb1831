import { expect, type Page } from '@playwright/test'
import type { Form } from './forms.ts'

/** A call as the page made it. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * How a call is answered: with a status and an empty body (a redirect leads to the privacy notice), by breaking the
 * connection, or not at all.
 */
export type Answer = number | 'broken connection' | 'silence'

/** Answers one form's calls in the server's place. `answer` may be changed between calls. */
export interface FakeServer {
  calls: Call[]
  answer: Answer
  /** Answers the last call that got no answer, when it has come. */
  answerNow: (status: number) => Promise<void>
}

export async function answerCalls(page: Page, form: Form, answer: Answer = 201): Promise<FakeServer> {
  const unanswered: ((status: number) => Promise<void>)[] = []
  const server: FakeServer = {
    calls: [],
    answer,
    answerNow: async (status) => {
      await expect.poll(() => unanswered.length, 'calls without an answer').toBeGreaterThan(0)
      await unanswered.pop()?.(status)
    },
  }
  await page.route(`**${form.path}*`, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    server.calls.push({
      method: request.method(),
      path: pathname + search,
      headers: await request.allHeaders(),
      body: request.postData() ?? '',
    })
    const respond = (status: number) =>
      route.fulfill({ status, body: '', headers: status < 400 && status >= 300 ? { location: '/privacy' } : {} })
    if (server.answer === 'silence') unanswered.push(respond)
    else if (server.answer === 'broken connection') await route.abort('connectionreset')
    else await respond(server.answer)
  })
  return server
}
