import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import { hasNginx, startNginx } from '../../../tests/support/nginx.ts'
import { APPOINTMENT_PAYLOAD } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import type { RateLimit } from './rate-limit.ts'

/** A server behind an nginx that it trusts, and a function that posts from any address of this machine. */
async function openBehindNginx(rateLimit: RateLimit) {
  const { app, stored } = await startPublicListener({ rateLimit, trustedProxies: ['127.0.0.1'] })
  const proxy = await startNginx(new URL(await app.listen({ host: '127.0.0.1', port: 0 })))
  const post = async (localAddress: string, headers: Record<string, string> = {}, fullname = 'Asha Invented') => {
    const call = request(new URL('/api/appointment', proxy), {
      method: 'POST',
      localAddress,
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json', ...headers },
    })
    call.end(JSON.stringify({ ...APPOINTMENT_PAYLOAD, fullname }))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  return { post, stored }
}

testRequiring(
  { nginx: hasNginx, 'more than one loopback address': process.platform === 'linux' },
  'Behind a real nginx each client has its own limit, whatever address it claims',
  {},
  async () => {
    const { post } = await openBehindNginx({ maxPosts: 2, windowSeconds: 600, limitsLoopback: false })
    expect(await post('127.0.0.7', { 'x-forwarded-for': '198.51.100.1' })).toBe(201)
    expect(await post('127.0.0.7', { 'x-forwarded-for': '198.51.100.2, 198.51.100.3' })).toBe(201)
    expect(await post('127.0.0.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(429)
    expect(await post('127.0.0.7', { 'x-forwarded-for': 'not an address', forwarded: 'for=198.51.100.9' })).toBe(429)
    expect(await post('127.0.0.7', { 'x-real-ip': '198.51.100.4' })).toBe(429)
    expect(await post('127.0.0.8')).toBe(201)
    expect(await post('127.0.0.8', { 'x-forwarded-for': '127.0.0.7' })).toBe(201)
  },
)
