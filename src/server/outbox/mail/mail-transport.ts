/** The server that accepts our mail. */
export interface MailServer {
  host: string
  /** By default 465 where the connection begins with TLS, else 587. */
  port: number | undefined
  beginsWithTls: boolean
  isThisMachine: boolean
  login: { user: string; password: string } | undefined
}

/**
 * Opens a connection for each mail, so that none is reused that the server has closed. Requires TLS with a valid
 * certificate before it sends anything, unless the server is on this machine. The library is loaded here, so that a
 * server without mail starts faster.
 *
 * @param stepTimeoutMs by default 10 s: a server that works takes less for each step of a delivery
 */
export async function mailTransport(
  { host, port, beginsWithTls, isThisMachine, login }: MailServer,
  stepTimeoutMs = 10_000,
) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: beginsWithTls,
    requireTLS: !isThisMachine,
    ignoreTLS: isThisMachine,
    auth: login && { user: login.user, pass: login.password },
    dnsTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
