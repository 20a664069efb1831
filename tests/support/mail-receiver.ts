import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { openMailServer, type Refusals } from './mail-server.ts'

/** A mail server for one test. */
export async function startMailReceiver(refusals: Refusals = {}) {
  const { close, ...server } = await openMailServer(refusals)
  onTestFinished(close)
  return server
}

/** A server that takes connections and never says a word. */
export async function startSilentServer() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}
