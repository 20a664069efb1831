import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** One answer of a floor: text is sent compressed with brotli, bytes unchanged. */
interface Resource {
  type: string
  content: string | Buffer
}

/**
 * Compresses resources, serves them by their paths on `PORT`, and prints the address.
 *
 * @param headers of every answer
 */
export function serveFromMemory(resources: Readonly<Record<string, Resource>>, headers: OutgoingHttpHeaders = {}) {
  const answers = new Map(Object.entries(resources).map(([path, resource]) => [path, answerOf(resource)]))
  const server = createServer(({ url = '' }, response) => {
    const answer = answers.get(url)
    if (answer) response.writeHead(200, { ...headers, ...answer.headers }).end(answer.body)
    else response.writeHead(404).end()
  })
  server.listen(Number(process.env.PORT), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

function answerOf({ type, content }: Resource) {
  const isText = typeof content === 'string'
  const body = isText ? brotliCompressSync(content) : content
  return {
    headers: { 'content-type': type, 'content-length': body.length, ...(isText && { 'content-encoding': 'br' }) },
    body,
  }
}
