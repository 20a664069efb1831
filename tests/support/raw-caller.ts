import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A caller that sends what it likes over a socket of its own, which is gone when the test has finished. */
export interface RawCaller {
  socket: Socket
  /** All that it was answered, once the server has closed the connection. */
  answered: Promise<string>
}

/**
 * Connects, sends some bytes, and then says nothing more. It never closes the connection itself.
 *
 * @returns once the bytes have been handed over
 */
export async function callRaw(address: URL, bytes: string | Buffer): Promise<RawCaller> {
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
