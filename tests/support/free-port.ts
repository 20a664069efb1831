import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port on which nobody listens. It is below 32768: none is given to an outgoing connection meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const holder = createServer().listen(port, '127.0.0.1')
    const isFree = await once(holder, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    holder.close()
    await once(holder, 'close')
    return port
  }
}
