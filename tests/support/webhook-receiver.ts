import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** How a receiver answers a call: a status, with headers, or never of itself. */
export type WebhookAnswer = 'never' | { status: number; headers?: Record<string, string> }

/** 32 bytes. */
export const WEBHOOK_SECRET = `whsec_${btoa('invented secret, thirty-two byte')}`

/**
 * A receiver of webhooks, which notes every call.
 *
 * @param answers to the calls in their order; after the last, 204
 */
export async function startWebhookReceiver(answers: WebhookAnswer[] = []) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = []
  const unanswered: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    calls.push({ headers: request.headers, body })
    const answer = answers.shift() ?? { status: 204 }
    if (answer === 'never') unanswered.push(response)
    else response.writeHead(answer.status, answer.headers).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in`)
  /** Answers whoever still waits. */
  const answerLate = (status = 204) => {
    for (const response of unanswered.splice(0)) response.writeHead(status).end()
  }
  return { url, calls, answerLate }
}
