/** Answers every call with the bytes of another server's `GET /`, without validation, routing or logging. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, body }: { headers: string[]; body: string } = JSON.parse(process.env.ANSWER ?? '')
const content = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(content)
}).listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
