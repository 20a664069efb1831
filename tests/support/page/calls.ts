import type { Page } from '@playwright/test'
import type { Form } from './forms.ts'

/** A call as the page made it. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** How a call is answered: with a status and an empty body, by breaking the connection, or not at all. */
export type Answer = number | 'broken connection' | 'silence'

/** Stands in for the server's answers to one form. `answer` may be changed between calls. */
export interface Desk {
  calls: Call[]
  answer: Answer
  /** Ends the silence of the last call that got none. */
  answerNow: (status: number) => Promise<void>
}

export async function answerCalls(page: Page, form: Form, answer: Answer = 201): Promise<Desk> {
  let waiting: ((status: number) => Promise<void>) | undefined
  const desk: Desk = { calls: [], answer, answerNow: async (status) => waiting?.(status) }
  await page.route(`**${form.path}*`, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    desk.calls.push({
      method: request.method(),
      path: pathname + search,
      headers: await request.allHeaders(),
      body: request.postData() ?? '',
    })
    const respond = (status: number) => route.fulfill({ status, body: '' })
    if (desk.answer === 'silence') waiting = respond
    else if (desk.answer === 'broken connection') await route.abort('connectionreset')
    else await respond(desk.answer)
  })
  return desk
}
