/** Where mail is handed in. */
export interface MailServer {
  host: string
  /** By default 465 where the connection begins with TLS, else 587. */
  port: number | undefined
  beginsWithTls: boolean
  isThisMachine: boolean
  login: { user: string; password: string } | undefined
}

export type MailTransport = Awaited<ReturnType<typeof mailTransport>>

/** No server that is well takes longer for one step of a delivery. */
const STEP_TIMEOUT_MS = 10_000

/**
 * Opens a connection for each mail, so that none is kept that the server has forgotten. TLS with a valid certificate
 * is demanded before anything is said, unless the server is this machine, which nothing leaves. The library is loaded
 * here: a server that sends no mail starts without it.
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
