import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import type { Browser } from './start-desk-listener.ts'

/** Opens an event stream over a socket of its own. */
export async function openStream(address: string, { cookie }: Browser) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  onTestFinished(() => void socket.destroy())
  // Nothing may ask again and again whether it has ended: it would advance the fake clock of the tests that follow.
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => {}) // not every test waits for the end
  let text = ''
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data
    if (text.includes('\r\n0\r\n')) ended.resolve()
  })
  socket.once('close', ended.resolve).once('error', ended.reject)
  socket.write(`GET /api/events HTTP/1.1\r\nhost: desk\r\ncookie: ${cookie}\r\n\r\n`)
  await vi.waitFor(() => expect(text).toContain('retry: 2000'), { timeout: 10_000 })
  expect(text).toContain('content-type: text/event-stream; charset=utf-8\r\n')
  expect(text).toContain('x-accel-buffering: no')
  return { ended: ended.promise, text: () => text }
}
