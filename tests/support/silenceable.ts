import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Stands between a client and its database, and can be told to let nothing more through on the connections there are,
 * without a word, as when a machine has lost its power. Later connections work.
 */
export async function silenceable(url: string) {
  const address = new URL(url)
  const sockets = new Set<Socket>()
  const proxy = createServer((inside) => {
    const outside = connect(Number(address.port), address.hostname)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    inside.pipe(outside).pipe(inside)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const between = new URL(url)
  between.port = String((proxy.address() as AddressInfo).port)
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { address: between.href, silence }
}
