import { once } from 'node:events'
import { expect } from 'vitest'
import { callRaw } from './raw-caller.ts'
import type { Browser } from './start-desk-listener.ts'

/** Opens an event stream over a socket of its own. */
export async function openStream(address: string, { cookie }: Browser) {
  const headers = `host: desk\r\nconnection: close\r\ncookie: ${cookie}`
  const { socket, answered } = await callRaw(new URL(address), `GET /api/events HTTP/1.1\r\n${headers}\r\n\r\n`)
  let text = ''
  socket.on('data', (data: string) => {
    text += data
  })
  /** Resolves once this has come. It asks only when something comes: asking by a timer would advance a fake clock. */
  const until = async (part: string) => {
    while (!text.includes(part)) await once(socket, 'data')
  }
  await until('retry: 2000')
  expect(text).toContain('content-type: text/event-stream; charset=utf-8\r\n')
  expect(text).toContain('x-accel-buffering: no')
  return { ended: answered, text: () => text, until }
}
