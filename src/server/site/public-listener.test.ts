import { expect, test } from 'vitest'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

const PAGE = 'text/html'
const PROBLEM = 'application/problem+json'

const SCRIPT = { 'x-requested-with': 'XMLHttpRequest' }

const POSTS: [answer: string, accept: string | undefined, headers?: Record<string, string>][] = [
  [PAGE, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  [PAGE, 'text/html', { 'x-requested-with': 'com.example.browser' }],
  [PROBLEM, 'text/html', SCRIPT],
  [PROBLEM, '*/*', SCRIPT],
  [PROBLEM, undefined],
  [PROBLEM, '*/*'],
  [PROBLEM, 'application/json, text/plain, */*'],
  [PROBLEM, 'text/html;q=0, */*'],
]

test('A refusal is sent as a page or as a problem document, as the post accepts it', async () => {
  const { app } = await startPublicListener()
  for (const [answer, accept, marker = {}] of POSTS) {
    const headers = { ...marker, ...(accept === undefined ? {} : { accept }), 'content-type': 'text/plain' }
    for (const url of ['/api/appointment', '/api/contact-us']) {
      const response = await app.inject({ method: 'POST', url, headers })
      expect(response.statusCode).toBeOneOf([403, 415])
      expect(response.headers['content-type'], `${accept} at ${url}`).toBe(`${answer}; charset=utf-8`)
    }
  }
})
