import { BlockList, isIP } from 'node:net'
import type { RateLimit } from '../http/rate-limit.ts'
import { readNotifications } from './read-notifications.ts'
import { readOidc } from './read-oidc.ts'
import { HOST, hostName, Variables } from './variables.ts'

/** pino's levels, from the rarest line to the most frequent; `silent` writes none. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export interface Listener {
  host: string
  /** 0 takes any free port. */
  port: number
}

/** The configuration of one run of the server or of a command. */
export type Config = ReturnType<typeof readConfig>

/** A valid configuration, or one line for each bad variable that names it and the values it accepts. */
export type ConfigResult = { ok: true; value: Config } | { ok: false; problems: string[] }

/** Reads the configuration. Nothing else reads the environment. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ConfigResult {
  const variables = new Variables(environment)
  const value = readConfig(variables)
  const { problems } = variables
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

function readConfig(variables: Variables) {
  const read = variables.read.bind(variables)
  const listener: Listener = {
    host: read('HOST', HOST, '127.0.0.1', hostName),
    port: variables.readNumber('PORT', 3000, 0, MAX_PORT),
  }
  const desk = readDesk(variables, listener)
  const publicUrl = read('PUBLIC_URL', SITE, null, siteAddress)
  const rateLimit: RateLimit = {
    maxPosts: variables.readNumber('RATE_LIMIT_MAX', 300, 1, 1_000_000),
    windowSeconds: variables.readNumber('RATE_LIMIT_WINDOW_SECONDS', 600, 1, 86_400),
    limitsLoopback: variables.readBoolean('RATE_LIMIT_LOOPBACK'),
  }
  return {
    listener,
    desk,
    metricsListener: readMetricsListener(variables, [listener, desk.listener]),
    dataDirectory: read('DATA_DIR', 'a directory', './data', (text) => text),
    /** The folder with the department's content, from which the site is built. */
    contentDirectory: read('CONTENT_DIR', 'a directory', 'content', (text) => text),
    /** The PostgreSQL database that is the store instead of the data directory. It may contain a password. */
    databaseUrl: read('DATABASE_URL', 'an address such as postgres://user:password@host:5432/name', null, postgresUrl),
    /** The site's address as visitors see it, when it is behind a proxy. */
    publicUrl,
    /** Addresses and CIDR ranges of the proxies whose forwarded headers are trusted. */
    trustedProxies: read('TRUST_PROXY', 'addresses and CIDR ranges, separated by commas', [], networks),
    rateLimit,
    notifications: readNotifications(variables, publicUrl),
    /** Requests received longer ago are deleted. */
    retentionDays: variables.readNumber('RETENTION_DAYS', 365, 1, 36_500),
    /** For how long a server that was told to stop says so in `/readyz`, before it accepts no new connections. */
    stopDelaySeconds: variables.readNumber('STOP_DELAY_SECONDS', 0, 0, 60),
    logLevel: read('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, 'info', (text) =>
      LOG_LEVELS.find((level) => level === text),
    ),
  }
}

/**
 * The origin of links to the desk: its address as staff see it, otherwise the one on which it listens. Undefined where
 * the configuration names neither.
 *
 * @param port where it listens, if that is known better than by the configuration
 */
export function deskOriginOf({ listener, url }: Config['desk'], port = listener?.port): string | undefined {
  if (url) return url.origin
  return listener && port ? originOf({ ...listener, port }) : undefined
}

/** The address on which a listener is reached, on its own machine. */
export function originOf({ host, port }: Listener): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Without `DESK_PORT` there is no desk, but the other variables are checked all the same. */
function readDesk(variables: Variables, { host, port: publicPort }: Listener) {
  const deskPort = variables.readNumber('DESK_PORT', null, 0, MAX_PORT)
  const deskHost = variables.read('DESK_HOST', HOST, host, hostName)
  if (deskPort === publicPort && deskPort !== 0) variables.problems.push('DESK_PORT must be another port than PORT.')
  return {
    /** The callback desk's own listener; null where there is no desk. */
    listener: deskPort === null ? null : { host: deskHost, port: deskPort },
    /** The desk's address as staff see it. */
    url: variables.read('DESK_URL', SITE, null, siteAddress),
    /** The hospital's own sign-in; null without one. */
    oidc: readOidc(variables),
  }
}

/**
 * Where Prometheus reads the metrics; null where there are none. Unless `METRICS_HOST` says otherwise, only this
 * machine can read them, also where the site listens to all.
 */
function readMetricsListener(variables: Variables, others: (Listener | null)[]): Listener | null {
  const metricsPort = variables.readNumber('METRICS_PORT', null, 0, MAX_PORT)
  const host = variables.read('METRICS_HOST', HOST, '127.0.0.1', hostName)
  if (metricsPort === null) return null
  if (metricsPort !== 0 && others.some((other) => other?.port === metricsPort)) {
    variables.problems.push('METRICS_PORT must be another port than PORT and DESK_PORT.')
  }
  return { host, port: metricsPort }
}

const SITE = 'an http or https address without a path'
const MAX_PORT = 65_535

/** Parses the address of a site, without a path. */
export function siteAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url : undefined
}

/** Parses the address of a PostgreSQL server. It must name a database. */
export function postgresUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return undefined
  return url.pathname.length > 1 ? url : undefined
}

function networks(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.every(isNetwork) ? entries : undefined
}

/** Whether it is an address or a CIDR range. A range of all addresses is refused: callers could choose their address. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^[1-9]\d{0,2}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}
