import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Browser features that would tell somebody about the visitor or cost money, which our pages never need and so must not
 * use. No others: the header is part of the first ten packets of a page (decision 47).
 */
const PERMISSIONS_POLICY = ['browsing-topics', 'camera', 'geolocation', 'microphone', 'payment']
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Keep a page apart from the windows and frames of other sites. The desk has them. Public pages do not: they have no
 * session and open no window, and these headers make the browser start a process for the page, which blocks it for
 * 118 to 182 ms instead of 25 to 52 (a full Chromium, medians of five loads in turn).
 */
export const ISOLATION_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** The security headers of every answer. They never change, so they are made once. */
export function securityHeaders({
  styleHashes,
  scriptHashes,
  publicUrl,
}: {
  styleHashes: readonly string[]
  scriptHashes: readonly string[]
  publicUrl: URL | null
}): OutgoingHttpHeaders {
  const isHttps = publicUrl?.protocol === 'https:'
  const contentSecurityPolicy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': contentSecurityPolicy.join(';'),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    // The server reads the campaign from the page's address, and an HTML form post needs an Origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Sends these headers with every answer, except to an address that Fastify cannot read: no hook runs then. */
export function sendSecurityHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
