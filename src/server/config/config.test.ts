import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from './config.ts'

/** 25 bytes. */
const SECRET = `whsec_${btoa('twenty-four bytes, enough')}`

const DEFAULTS: Config = {
  listener: { host: '127.0.0.1', port: 3000 },
  desk: { listener: null, url: null, oidc: null },
  metricsListener: null,
  dataDirectory: './data',
  contentDirectory: 'content',
  databaseUrl: null,
  publicUrl: null,
  trustedProxies: [],
  rateLimit: { maxPosts: 300, windowSeconds: 600, limitsLoopback: false },
  notifications: { mail: null, webhook: null, alerts: null },
  retentionDays: 365,
  stopDelaySeconds: 0,
  logLevel: 'info',
}

const MAIL = { SMTP_URL: 'smtp://mail.example', NOTIFY_EMAIL: 'desk@clinic.example' }
const OIDC = {
  DESK_URL: 'https://desk.clinic.example',
  DESK_OIDC_ISSUER: 'https://sign-in.hospital.example/realms/staff',
  DESK_OIDC_CLIENT_ID: 'callback-desk',
  DESK_OIDC_COORDINATOR_VALUE: 'Callback coordinators',
  DESK_OIDC_MANAGER_VALUE: 'Callback managers',
}
const WEBHOOK = { WEBHOOK_URL: 'https://crm.example/in', WEBHOOK_SECRET: SECRET }

function valid(environment: NodeJS.Dict<string>): Config {
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join('\n'))
  return config.value
}

/** Reads a configuration with a problem, which no line repeats. */
function problemsIn(environment: Record<string, string>): string[] {
  const config = loadConfig(environment)
  const problems = config.ok ? [] : config.problems
  expect(problems.join('\n')).not.toMatch(/canary|whsec_\w/)
  return problems
}

const SERVER = {
  host: 'mail.clinic.example',
  port: 2465,
  beginsWithTls: true,
  isThisMachine: false,
  login: { user: 'desk@clinic.example', password: 'pass word' },
  helo: undefined,
}
const TWO = ['desk@clinic.example', 'second@clinic.example']

/** A good value of each variable, where it stands in the configuration, and as what if not as the text itself. */
const GOOD: Record<string, [text: string, place: string, value?: unknown]> = {
  HOST: ['::1', 'listener.host'],
  PORT: ['0', 'listener.port', 0],
  DATA_DIR: ['/srv/clinic', 'dataDirectory'],
  CONTENT_DIR: ['/srv/content', 'contentDirectory'],
  DATABASE_URL: ['postgres://a:b@db.example/c', 'databaseUrl', new URL('postgres://a:b@db.example/c')],
  PUBLIC_URL: ['https://clinic.example', 'publicUrl', new URL('https://clinic.example')],
  TRUST_PROXY: ['10.0.0.7, 192.168.0.0/16,fd00::/8', 'trustedProxies', ['10.0.0.7', '192.168.0.0/16', 'fd00::/8']],
  RATE_LIMIT_MAX: ['5', 'rateLimit.maxPosts', 5],
  RATE_LIMIT_WINDOW_SECONDS: ['60', 'rateLimit.windowSeconds', 60],
  RATE_LIMIT_LOOPBACK: ['true', 'rateLimit.limitsLoopback', true],
  RETENTION_DAYS: ['90', 'retentionDays', 90],
  STOP_DELAY_SECONDS: ['3', 'stopDelaySeconds', 3],
  LOG_LEVEL: ['silent', 'logLevel'],
  SMTP_URL: ['smtps://desk%40clinic.example:pass%20word@mail.clinic.example:2465', 'notifications.mail.server', SERVER],
  SMTP_HELO: ['192.0.2.7', 'notifications.mail.server.helo', '[192.0.2.7]'],
  MAIL_FROM: ['web@b.example', 'notifications.mail.from'],
  NOTIFY_EMAIL: [TWO.join(', '), 'notifications.mail.staff', TWO],
  NOTIFY_DETAIL: ['reference', 'notifications.mail.detail'],
  ALERT_EMAIL: ['it@clinic.example', 'notifications.alerts.to', ['it@clinic.example']],
  ACKNOWLEDGE_VISITORS: ['true', 'notifications.mail.acknowledgesVisitors', true],
  WEBHOOK_URL: ['https://crm.example/?a=1', 'notifications.webhook.url', new URL('https://crm.example/?a=1')],
  WEBHOOK_SECRET: [SECRET, 'notifications.webhook.secret', Buffer.from('twenty-four bytes, enough')],
  METRICS_PORT: ['9465', 'metricsListener.port', 9465],
  METRICS_HOST: ['127.0.0.3', 'metricsListener.host'],
  DESK_PORT: ['3002', 'desk.listener.port', 3002],
  DESK_HOST: ['127.0.0.2', 'desk.listener.host'],
  DESK_URL: ['https://b.example', 'desk.url', new URL('https://b.example')],
  DESK_OIDC_ISSUER: ['https://a.example/staff', 'desk.oidc.issuer', new URL('https://a.example/staff')],
  DESK_OIDC_CLIENT_ID: ['a-desk', 'desk.oidc.clientId'],
  DESK_OIDC_CLIENT_SECRET: ['a secret of the desk', 'desk.oidc.clientSecret'],
  DESK_OIDC_SCOPE: ['openid  email groups', 'desk.oidc.scope', 'openid email groups'],
  DESK_OIDC_ROLE_CLAIM: ['groups', 'desk.oidc.roleClaim'],
  DESK_OIDC_COORDINATOR_VALUE: ['All staff', 'desk.oidc.coordinatorValue'],
  DESK_OIDC_MANAGER_VALUE: ['Two people', 'desk.oidc.managerValue'],
}

test('.env.example lists exactly the variables that are read, with their defaults; an empty one counts as unset', () => {
  const example = parseEnv(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8'))
  const read = new Set<string>()
  loadConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  expect(Object.keys(example).sort()).toEqual([...read].sort())
  expect(Object.keys(GOOD).sort()).toEqual([...read].sort())
  for (const environment of [example, {}, { HOST: '', PORT: ' ', TRUST_PROXY: '' }]) {
    expect(valid(environment)).toEqual(DEFAULTS)
  }
})

test('Every variable is read', () => {
  const others = { ...MAIL, ...WEBHOOK, ...OIDC, ALERT_EMAIL: 'technician@clinic.example' }
  for (const [name, [text, place, value = text]] of Object.entries(GOOD)) {
    const environment = { DESK_PORT: '3001', METRICS_PORT: '9464', ...others, [name]: text }
    expect(valid(environment), name).toHaveProperty(place, value)
  }
})

const IN_DEFAULT = { from: 'desk@clinic.example', staff: ['desk@clinic.example'], detail: 'full' }
const mailOf = (SMTP_URL: string) => valid({ ...MAIL, SMTP_URL }).notifications.mail

test('Mail is by default sent from and to the one address, in full, and without TLS on this machine only', () => {
  for (const host of ['localhost:2525', '127.0.0.1', '[::1]:25'])
    expect(mailOf(`smtp://${host}`), host).toMatchObject({ ...IN_DEFAULT, server: { isThisMachine: true } })
  for (const host of ['mail.example', '10.0.0.1', 'localhost.example', '[fe80::1]'])
    expect(mailOf(`smtp://${host}`)?.server, host).toMatchObject({ isThisMachine: false, login: undefined })
})

const BAD: Record<string, string[]> = {
  HOST: ['http://clinic.example', 'two words'],
  PORT: ['65536', '-1', '3000.5', 'http'],
  STOP_DELAY_SECONDS: ['61', '1.5'],
  DESK_PORT: ['65536', '3000'],
  DESK_HOST: ['two words'],
  DESK_URL: ['desk.clinic.example'],
  METRICS_PORT: ['65536', '3000'],
  METRICS_HOST: ['two words'],
  DESK_OIDC_ISSUER: ['http://sign-in.hospital.example', 'https://sign-in.hospital.example/?realm=staff'],
  DESK_OIDC_CLIENT_ID: ['two words'],
  DESK_OIDC_SCOPE: ['profile email'],
  DESK_OIDC_ROLE_CLAIM: ['two words'],
  DESK_OIDC_MANAGER_VALUE: [OIDC.DESK_OIDC_COORDINATOR_VALUE],
  DATABASE_URL: ['db.example/clinic', 'mysql://clinic:canary@db.example/clinic', 'postgres://clinic:canary@db.example'],
  PUBLIC_URL: [
    'clinic.example',
    'ftp://clinic.example',
    'https://clinic.example/callback',
    'https://a:canary@b.example',
  ],
  TRUST_PROXY: ['true', '1', 'loopback', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/', '10.0.0.7,,10.0.0.8'],
  RATE_LIMIT_MAX: ['0', '1e9'],
  RATE_LIMIT_WINDOW_SECONDS: ['0', '86401'],
  RATE_LIMIT_LOOPBACK: ['yes'],
  RETENTION_DAYS: ['0', '1.5', '36501'],
  LOG_LEVEL: ['verbose'],
  SMTP_URL: [
    'mail.example',
    'http://mail.example',
    'smtp://mail.example/box',
    'smtp://mail.example?requireTLS=false',
    'smtp://user:canary%@mail.example',
  ],
  SMTP_HELO: ['two words', '[192.0.2.7]', 'https://clinic.example'],
  NOTIFY_EMAIL: ['desk', 'desk@clinic.example,,second@clinic.example', 'Desk <desk@clinic.example>'],
  MAIL_FROM: ['Desk <desk@clinic.example>'],
  NOTIFY_DETAIL: ['none'],
  ACKNOWLEDGE_VISITORS: ['yes'],
  WEBHOOK_URL: ['crm.example/in', 'http://crm.example/in', 'https://user:canary@crm.example/in'],
  WEBHOOK_SECRET: ['canary, which is long enough', `whsec_${btoa('x'.repeat(23))}`, 'whsec_'],
}

test('Every bad value is refused in one line that names the variable', () => {
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      expect(problemsIn({ ...MAIL, ...WEBHOOK, ...OIDC, [name]: value }), `${name} ${value}`).toEqual([
        expect.stringMatching(new RegExp(`^${name} must be [^\\n]+\\.$`)),
      ])
    }
  }
  expect(problemsIn({ PORT: 'http', LOG_LEVEL: 'verbose', HOST: '127.0.0.1' })).toHaveLength(2)
})

test('What needs another variable is refused with what it needs', () => {
  const rows: [given: Record<string, string>, needing: string, missing: string][] = [
    [MAIL, 'SMTP_URL', 'NOTIFY_EMAIL'],
    [MAIL, 'NOTIFY_EMAIL', 'SMTP_URL'],
    [{ ACKNOWLEDGE_VISITORS: 'true' }, 'ACKNOWLEDGE_VISITORS', 'SMTP_URL'],
    [{ ALERT_EMAIL: 'technician@clinic.example' }, 'ALERT_EMAIL', 'SMTP_URL'],
    [WEBHOOK, 'WEBHOOK_URL', 'WEBHOOK_SECRET'],
    [WEBHOOK, 'WEBHOOK_SECRET', 'WEBHOOK_URL'],
    [OIDC, 'DESK_OIDC_ISSUER', 'DESK_URL'],
    [OIDC, 'DESK_OIDC_ISSUER', 'DESK_OIDC_CLIENT_ID'],
    [OIDC, 'DESK_OIDC_ISSUER', 'DESK_OIDC_COORDINATOR_VALUE'],
    [OIDC, 'DESK_OIDC_ISSUER', 'DESK_OIDC_MANAGER_VALUE'],
  ]
  for (const [given, needing, missing] of rows) {
    const needs = new RegExp(`^${missing} is missing, and ${needing} needs it\\. It must be .+\\.$`)
    expect(problemsIn({ ...given, [missing]: '' }), missing).toEqual([expect.stringMatching(needs)])
  }
})

test('Problems are told to another mailbox than the department’s, also where a webhook notifies the department', () => {
  const problems = problemsIn({ ...MAIL, ALERT_EMAIL: 'technician@clinic.example, Desk@clinic.example' })
  expect(problems).toEqual(['ALERT_EMAIL must be another address than those of NOTIFY_EMAIL.'])
  const [SMTP_URL, ALERT_EMAIL] = [MAIL.SMTP_URL, 'technician@clinic.example']
  for (const [MAIL_FROM, from] of Object.entries({ '': ALERT_EMAIL, 'web@b.example': 'web@b.example' })) {
    const { notifications } = valid({ ...WEBHOOK, SMTP_URL, ALERT_EMAIL, MAIL_FROM })
    expect(notifications).toMatchObject({ mail: null, alerts: { from, server: { host: 'mail.example' } } })
  }
})

test('The metrics are for this machine only, unless METRICS_HOST says otherwise, and ports that the system chooses do not collide', () => {
  expect(problemsIn({ DESK_PORT: '0', METRICS_PORT: '0', PORT: '0' })).toEqual([])
  const metrics = { host: '127.0.0.1', port: 9464 }
  expect(valid({ HOST: '0.0.0.0', METRICS_PORT: '9464' }).metricsListener).toEqual(metrics)
})
