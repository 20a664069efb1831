import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import type { Browser } from './start-desk-listener.ts'

/** Opens an event stream over a socket of its own. */
export async function openStream(address: string, { cookie }: Browser) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data
  })
  socket.write(`GET /api/events HTTP/1.1\r\nhost: desk\r\ncookie: ${cookie}\r\n\r\n`)
  await vi.waitFor(() => expect(text).toContain('retry: 2000'), { timeout: 10_000 })
  expect(text).toContain('content-type: text/event-stream')
  expect(text).toContain('x-accel-buffering: no')
  const lastChunk = vi.waitFor(() => expect(text).toContain('\r\n0\r\n'), { timeout: 10_000 })
  const ended = Promise.race([lastChunk, once(socket, 'close')])
  ended.catch(() => {}) // a test that does not wait for the end may take longer
  return { ended, text: () => text }
}
