import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests get a database of their own: its address is the answer to any request. */
    postgresService: string
    /** How many times as long the tests that depend on chance take: 1, and 20 in `npm run soak`. */
    soakFactor: number
  }
}

/** One PostgreSQL server for a whole test run. It is made when the first test asks for a database, and only then. */
export default async function offerPostgres({ provide }: TestProject) {
  let server: Promise<PostgresServer> | undefined
  const service = createServer(async (_request, response) => {
    server ??= start()
    try {
      response.end(await (await server).createDatabase())
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  provide('postgresService', `http://127.0.0.1:${port}`)

  return async () => {
    service.close()
    service.closeAllConnections()
    await (await server?.catch(() => undefined))?.remove()
  }
}

/** What is lost with the machine is of no interest here, so nothing waits for the disk. */
async function start(): Promise<PostgresServer> {
  const server = new PostgresServer(['fsync=off'])
  await server.create()
  return server
}
