import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './problem.ts'

/** The header and its value that mark a call as made by a program. A browser lets no other site add the header. */
export const MARKER = { name: 'X-Requested-With', value: 'XMLHttpRequest' }

/**
 * Refuses calls that another site makes a visitor's browser send, as far as `Origin` and `Sec-Fetch-Site` tell. A call
 * without both passes, so each scope must also require the marker or one of these headers.
 */
export function refuseOtherOrigins(app: FastifyInstance, { publicUrl }: { publicUrl: URL | null }): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isFromOtherOrigin(headers, publicUrl)) throw new Refusal(403)
  })
}

/** Refuses calls that change something and lack the marker, or that another site makes a browser send. */
export function requireSameOriginToChange(app: FastifyInstance, publicUrl: URL | null): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD') return
    if (!hasMarker(headers) || isFromOtherOrigin(headers, publicUrl)) throw new Refusal(403)
  })
}

/** Refuses calls without the marker header. */
export function requireMarker(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!hasMarker(headers)) throw new Refusal(403)
  })
}

/** Refuses calls that have neither `Origin` nor `Sec-Fetch-Site`: nothing shows that they come from our own page. */
export function requireOriginHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) throw new Refusal(403)
  })
}

/**
 * Whether a call has the marker header, which no other site can add without our consent. Another value is no marker:
 * WebViews on Android may send the name of their app in this header with every page that they load.
 */
export function hasMarker(headers: IncomingHttpHeaders): boolean {
  return headers[MARKER.name.toLowerCase()]?.toString().toLowerCase() === MARKER.value.toLowerCase()
}

function isFromOtherOrigin(headers: IncomingHttpHeaders, publicUrl: URL | null): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin !== undefined && !isOurOrigin(origin, host, publicUrl)) return true
  return site !== undefined && site !== 'same-origin'
}

/** Compares hosts, not schemes: behind a proxy that ends TLS, the server does not see the visitor's. */
function isOurOrigin(origin: string, host: string | undefined, publicUrl: URL | null): boolean {
  const url = URL.parse(origin)
  if (url === null || url.host === '') return false
  // Parsed with the same scheme, so that a default port counts the same whether it is written or not.
  const requested = host === undefined ? null : URL.parse(`${url.protocol}//${host}`)
  return url.host === requested?.host || url.host === publicUrl?.host
}
