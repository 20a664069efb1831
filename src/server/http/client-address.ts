import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Address6 } from 'ip-address'

/** An IPv6 customer gets at least a /64 network, and may use any address in it. */
const IPV6_CUSTOMER_BITS = 64

/** A client that has disconnected has no address any more; all of these count as one client. */
const DISCONNECTED = 'disconnected'

/**
 * The client that a request comes from, as the rate limit counts it: an IPv4 address, or the network of an IPv6 address.
 * Behind trusted proxies it is the client that they name.
 */
export function clientOf(request: FastifyRequest): string {
  const ip = request.ip ?? DISCONNECTED
  if (!isIPv6(ip)) return ip.toLowerCase()
  const address = new Address6(ip)
  if (address.isMapped4()) return address.to4().correctForm()
  return new Address6(`${ip}/${IPV6_CUSTOMER_BITS}`).startAddress().correctForm()
}

/**
 * Removes the ports that some proxies write in `X-Forwarded-For`: `203.0.113.9:4001`, `[2001:db8::1]:4001`. They change
 * with each connection, and no list of trusted proxies contains them.
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

/** The headers that proxies add to a call. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether the headers of a call say that it came through a proxy. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
}

/**
 * Warns once when calls come through a proxy that the configuration does not name: all visitors then share one rate
 * limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || !isForwarded(request)) return
    warned = true
    app.log.warn(
      'Forwarded headers arrive, but TRUST_PROXY is not set: they are ignored, and every visitor counts as the proxy. ' +
        "Set TRUST_PROXY to the proxy's address.",
    )
  })
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether an IP address is one of this machine's loopback addresses, also when an IPv4 address is written as IPv6. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
