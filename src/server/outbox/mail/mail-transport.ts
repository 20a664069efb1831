/** The server that accepts our mail. */
export interface MailServer {
  host: string
  /** By default 465 where the connection begins with TLS, else 587. */
  port: number | undefined
  beginsWithTls: boolean
  isThisMachine: boolean
  login: { user: string; password: string } | undefined
}

/** A server that works takes less for each step of a delivery. */
const STEP_TIMEOUT_MS = 10_000

/**
 * Opens a connection for each mail, so that none is reused that the server has closed. Requires TLS with a valid
 * certificate before it sends anything, unless the server is on this machine. The library is loaded here, so that a
 * server without mail starts faster.
 */
export async function mailTransport({ host, port, beginsWithTls, isThisMachine, login }: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: beginsWithTls,
    requireTLS: !isThisMachine,
    ignoreTLS: isThisMachine,
    auth: login && { user: login.user, pass: login.password },
    dnsTimeout: STEP_TIMEOUT_MS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
