import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

export type RawCaller = Awaited<ReturnType<typeof callRaw>>

/**
 * Connects by a socket of its own, sends some bytes, and then says nothing more. It never closes the connection itself
 * before the test has finished.
 *
 * @returns once the bytes have been handed over. `answered` is all that came, once the server has closed the connection
 */
export async function callRaw(address: URL, bytes: string | Buffer) {
  const socket = connect(Number(address.port), address.hostname)
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  // The server may close an answered connection while the caller still sends.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const answered = once(socket, 'close').then(() => answer)
  if (bytes.length > 0) await new Promise<unknown>((resolve) => socket.write(bytes, resolve))
  return { socket, answered }
}
