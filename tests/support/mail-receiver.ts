import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** What a mail server does wrong. Reply codes are those of the occasions in their order, after which it accepts. */
export interface Misbehaviour {
  connection?: number[]
  recipient?: number[]
  message?: number[]
  /** The same for the addresses of recipients. */
  recipients?: Record<string, number[]>
  /** How long it waits before its greeting, its answer to a recipient, and that to the final dot. */
  delaysMs?: { greeting?: number; recipient?: number; message?: number }
  /** Refuses clients that greet with an address, as strict servers do. */
  wantsName?: boolean
  /** Extensions that it does not offer, such as STARTTLS. */
  disabledCommands?: string[]
  /** By default those of a certificate that nobody should trust. */
  tls?: { key: Buffer; cert: Buffer }
}

/** A mail server for one test, which notes every message it accepts, and those to whose final dot it answers late. */
export async function startMailReceiver(misbehaviour: Misbehaviour = {}) {
  const { connection, recipient, message, recipients = {}, delaysMs = {}, disabledCommands = [], tls } = misbehaviour
  const mails: { from: string; to: string[]; source: string; header(name: string): string | undefined }[] = []
  const greetings: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 0,
    ...tls,
    async onConnect(_session, done) {
      await delay(delaysMs.greeting ?? 0)
      done(refusal(connection))
    },
    async onRcptTo({ address }, { hostNameAppearsAs }, done) {
      greetings.push(hostNameAppearsAs)
      await delay(delaysMs.recipient ?? 0)
      const isRefused = misbehaviour.wantsName && hostNameAppearsAs.startsWith('[')
      done(isRefused ? refusal([504]) : (refusal(recipients[address]) ?? refusal(recipient)))
    },
    async onData(stream, { envelope }, done) {
      const source = await text(stream)
      const refused = refusal(message)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      if (!refused) mails.push({ from, to, source, header: (name) => headerOf(source, name) })
      await delay(delaysMs.message ?? 0)
      done(refused)
    },
  })
  // A client that hangs up in the middle is no fault of the test.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`, mails, greetings }
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
