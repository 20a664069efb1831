import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The server that accepts our mail. */
export interface MailServer {
  host: string
  /** By default 465 where the connection begins with TLS, else 587. */
  port: number | undefined
  beginsWithTls: boolean
  isThisMachine: boolean
  login: { user: string; password: string } | undefined
  /** How we greet it: a host name, or an address in brackets. Undefined for the machine's own name. */
  helo: string | undefined
}

/** How long the steps of a delivery may take; a test passes shorter times. */
export interface MailTimeouts {
  /** To resolve the server's name and to connect. */
  connectMs: number
  greetingMs: number
  /** For each later answer. */
  answerMs: number
  /** For all together: it ends only a delivery whose server keeps it up by ever new lines. */
  totalMs: number
}

/**
 * Content scanners take minutes. Source: RFC 5321, 4.5.3.2: 5 minutes for the greeting and for each command, 10 after the
 * final dot. The library has one time for all that follows the greeting, which is the longest then.
 */
export const MAIL_TIMEOUTS: MailTimeouts = {
  connectMs: 60_000,
  greetingMs: 300_000,
  answerMs: 600_000,
  totalMs: 7_200_000,
}

/** Where a host has several addresses, how long one of them may take before the next is tried. */
const ADDRESS_TIMEOUT_MS = 5_000

/**
 * A transport for one mail, so that no connection is reused that the server has closed. Requires TLS with a valid
 * certificate before it sends anything, unless the server is on this machine. The library is loaded here, so that a
 * server without mail starts faster.
 *
 * @param signal ends the connection
 */
export async function mailTransport(server: MailServer, timeouts: MailTimeouts, signal: AbortSignal) {
  const { createTransport } = await import('nodemailer')
  const { host, port, beginsWithTls, isThisMachine, login, helo } = server
  return createTransport({
    host,
    port,
    ...(helo !== undefined && { name: helo }),
    secure: beginsWithTls,
    requireTLS: !isThisMachine,
    ignoreTLS: isThisMachine,
    auth: login && { user: login.user, pass: login.password },
    getSocket: (_, done) => {
      connected(server, timeouts.connectMs, signal).then((connection) => done(null, { connection }), done)
    },
    // The library counts it from the connection to the end of TLS: the greeting's must end first.
    connectionTimeout: 2 * timeouts.greetingMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Connects by the name as the system resolves it. The library asks DNS servers itself, knows no hosts file, and ends when
 * they are silent.
 */
async function connected({ host, port, beginsWithTls }: MailServer, connectMs: number, signal: AbortSignal) {
  const socket: Socket = connect({
    host,
    port: port ?? (beginsWithTls ? 465 : 587),
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    signal,
  })
  const giveUp = () => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }))
  socket.setTimeout(connectMs, giveUp)
  await once(socket, 'connect')
  socket.off('timeout', giveUp)
  // Until the library listens, and after it has ended.
  socket.on('error', () => {})
  return socket
}
