import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { Clock } from './clock.ts'
import { type Answer, Browser, type Call } from './start-desk-listener.ts'

/** Calls the desk at an address, directly or through a proxy. */
export function browserAt(address: () => URL): Browser {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  // `fetch` would send another host.
  const call = async ({ method, url, headers, payload }: Call): Promise<Answer> => {
    const { hostname, port } = address()
    const ours = { host: 'desk.clinic.example', 'content-type': 'application/json', ...headers }
    const outgoing = request({ agent, hostname, port, method, path: url, headers: ours })
    outgoing.end(payload && JSON.stringify(payload))
    const [incoming] = await once(outgoing, 'response')
    const body = await text(incoming)
    const cookies = (incoming.headers['set-cookie'] ?? []).map((cookie: string) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value }
    })
    return { statusCode: incoming.statusCode, headers: incoming.headers, body, cookies, json: () => JSON.parse(body) }
  }
  return new Browser(call, new Clock())
}
