import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Stands between a client and its database, and can be told to let nothing more through on the connections there are,
 * without a word, as when a machine has lost its power. Later connections work.
 */
export async function silenceable(url: string) {
  const target = new URL(url)
  const sockets: Socket[] = []
  const proxy = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname)
    inside.pipe(outside).pipe(inside)
    for (const socket of [inside, outside]) {
      sockets.push(socket)
      socket.on('error', () => {})
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })

  const address = new URL(url)
  address.port = String((proxy.address() as AddressInfo).port)
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { address: address.href, silence }
}
