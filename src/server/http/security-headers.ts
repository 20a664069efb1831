import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** What a page of ours never needs, and so may not ask for. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers that keep a page to itself, for every answer. They are always the same, so they are made once. */
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
  return {
    ...headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
          styleSrc: ["'self'", ...styleHashes.map((hash) => `'${hash}'`)],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
          ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginEmbedderPolicy: { policy: 'require-corp' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      // The server reads the campaign off the page's address, and a plain form post needs an Origin.
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    }),
    'permissions-policy': PERMISSIONS_POLICY,
  }
}

/** Sends them with every answer to an address that can be read. */
export function sendSecurityHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What helmet sets on an answer. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return response.getHeaders()
}
