import { expect, test } from 'vitest'
import { acceptsHtml } from './media-type.ts'

test.each([
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/xhtml+xml, TEXT/HTML ; level=1',
  'application/json, text/html;q=0.001',
])('%j accepts HTML', (accept) => {
  expect(acceptsHtml(accept)).toBe(true)
})

test.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json, text/plain, */*',
  'text/html;q=0, */*',
  'text/html; level=1; q=0.000',
  'text/html-sandboxed',
  'x-text/html',
  'application/json;profile="text/html"',
])('%j does not accept HTML', (accept) => {
  expect(acceptsHtml(accept)).toBe(false)
})
