import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between browsers and a server, and can be told to cut every connection and to refuse new ones for a while. */
export async function cuttable(address: string) {
  const { port, hostname } = new URL(address)
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((inside) => {
    if (isCut) return inside.resetAndDestroy()
    const outside = connect(Number(port), hostname)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    inside.pipe(outside).pipe(inside)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** Lets nothing more through on the connections there are, without a word; later ones work. */
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => {
      isCut = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
