import { expect, test } from 'vitest'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'

const PAGE = 'text/html'
const PROBLEM = 'application/problem+json'

test.each<[answer: string, headers: Record<string, string>]>([
  [PAGE, { accept: 'text/html,*/*;q=0.8' }],
  [PAGE, { accept: 'text/html', 'x-requested-with': 'com.example.browser' }],
  [PROBLEM, { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }],
  [PROBLEM, { accept: '*/*', 'x-requested-with': 'XMLHttpRequest' }],
  [PROBLEM, { accept: '*/*' }],
  [PROBLEM, {}],
])('A refusal is sent as %s to a post with the headers %j', async (answer, headers) => {
  const { app } = await startPublicListener()
  for (const url of ['/api/appointment', '/api/contact-us']) {
    const response = await app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': 'text/plain' } })
    expect(response.statusCode).toBeOneOf([403, 415])
    expect(response.headers['content-type']).toBe(`${answer}; charset=utf-8`)
  }
})
