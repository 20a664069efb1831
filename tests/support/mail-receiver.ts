import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** What a mail server refuses: by reply codes in the order of the occasions, after which it accepts. */
export interface Refusals {
  connection?: number[]
  recipient?: number[]
  message?: number[]
  /** Extensions that it does not offer, such as STARTTLS. */
  disabledCommands?: string[]
}

/**
 * A mail server for one test, which notes every message it accepts. It offers TLS with a certificate that nobody should
 * trust.
 */
export async function startMailReceiver({ connection, recipient, message, disabledCommands }: Refusals = {}) {
  const mails: { from: string; to: string[]; source: string; header(name: string): string | undefined }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: disabledCommands ?? [],
    logger: false,
    onConnect: (_session, done) => done(refusal(connection)),
    onRcptTo: (_address, _session, done) => done(refusal(recipient)),
    async onData(stream, { envelope }, done) {
      const source = await text(stream)
      const refused = refusal(message)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      if (!refused) mails.push({ from, to, source, header: (name) => headerOf(source, name) })
      done(refused)
    },
  })
  // A client that hangs up in the middle is no fault of the test.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`, mails }
}

/** What the next code says, where one is left. */
function refusal(codes: number[] = []): Error | null {
  const responseCode = codes.shift()
  return responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode })
}

/** A header's value, unfolded. */
function headerOf(source: string, name: string): string | undefined {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2)
}
