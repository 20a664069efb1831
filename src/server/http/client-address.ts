import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Address6 } from 'ip-address'

/** An IPv6 customer is given a network of at least this many leading bits, and may use any address in it. */
const IPV6_CUSTOMER_BITS = 64

/** Whoever has hung up has no address any more; all of them count as one client. */
const HUNG_UP = 'hung up'

/**
 * The client that a request comes from, as it is counted: its address, of IPv6 its network. Behind proxies that are
 * trusted it is whom they name.
 */
export function clientOf(request: FastifyRequest): string {
  const ip = request.ip ?? HUNG_UP
  if (!isIPv6(ip)) return ip.toLowerCase()
  const address = new Address6(ip)
  if (address.isMapped4()) return address.to4().correctForm()
  return new Address6(`${ip}/${IPV6_CUSTOMER_BITS}`).startAddress().correctForm()
}

/**
 * Takes the ports off the addresses in `X-Forwarded-For`, where some proxies write them: `203.0.113.9:4001`,
 * `[2001:db8::1]:4001`. They change with each connection, and no list of trusted proxies names them.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const forwardedFor = headers['x-forwarded-for']
    if (forwardedFor === undefined) return
    headers['x-forwarded-for'] = forwardedFor.toString().split(',').map(withoutPort).join(',')
  })
}

function withoutPort(address: string): string {
  return address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
}
