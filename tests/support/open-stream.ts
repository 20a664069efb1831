import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { Browser } from './start-desk-listener.ts'

/** Opens an event stream over a socket of its own. */
export async function openStream(address: string, { cookie }: Browser) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  onTestFinished(() => void socket.destroy())
  // Nothing may ask again and again what has come: it would advance a fake clock.
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => {}) // not every test waits for the end
  let text = ''
  const waiting = new Set<() => void>()
  /** Resolves once this has come. */
  const until = (part: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (text.includes(part)) resolve()
      }
      waiting.add(look)
      look()
    })
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data
    for (const look of waiting) look()
    if (text.includes('\r\n0\r\n')) ended.resolve()
  })
  socket.once('close', ended.resolve).once('error', ended.reject)
  socket.write(`GET /api/events HTTP/1.1\r\nhost: desk\r\ncookie: ${cookie}\r\n\r\n`)
  await until('retry: 2000')
  expect(text).toContain('content-type: text/event-stream; charset=utf-8\r\n')
  expect(text).toContain('x-accel-buffering: no')
  return { ended: ended.promise, text: () => text, until }
}
