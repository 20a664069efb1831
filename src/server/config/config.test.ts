import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Config, loadConfig } from './config.ts'

/** 25 bytes. */
const SECRET = `whsec_${btoa('twenty-four bytes, enough')}`

const DEFAULTS: Config = {
  listener: { host: '127.0.0.1', port: 3000 },
  dataDirectory: './data',
  databaseUrl: null,
  publicUrl: null,
  trustedProxies: [],
  rateLimit: { maxPosts: 300, windowSeconds: 600, limitsLoopback: false },
  notifications: { mail: null, webhook: null },
  retentionDays: 365,
  logLevel: 'info',
}

function valid(environment: Record<string, string>): Config {
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join('\n'))
  return config.value
}

test('An empty environment gives the defaults, and an empty variable counts as unset', () => {
  expect(valid({})).toEqual(DEFAULTS)
  expect(valid({ HOST: '', PORT: ' ', TRUST_PROXY: '' })).toEqual(DEFAULTS)
})

test('Every variable is read', () => {
  expect(
    valid({
      HOST: '::1',
      PORT: '0',
      DATA_DIR: '/srv/clinic',
      DATABASE_URL: 'postgres://clinic:secret@db.example/clinic',
      PUBLIC_URL: 'https://clinic.example',
      TRUST_PROXY: '10.0.0.7, 192.168.0.0/16,fd00::/8',
      RATE_LIMIT_MAX: '5',
      RATE_LIMIT_WINDOW_SECONDS: '60',
      RATE_LIMIT_LOOPBACK: 'true',
      SMTP_URL: 'smtps://desk%40clinic.example:pass%20word@mail.clinic.example:2465',
      MAIL_FROM: 'website@clinic.example',
      NOTIFY_EMAIL: 'desk@clinic.example, second@clinic.example',
      NOTIFY_DETAIL: 'reference',
      ACKNOWLEDGE_VISITORS: 'true',
      WEBHOOK_URL: 'https://crm.example/in?key=1',
      WEBHOOK_SECRET: SECRET,
      RETENTION_DAYS: '90',
      LOG_LEVEL: 'silent',
    }),
  ).toEqual({
    listener: { host: '::1', port: 0 },
    dataDirectory: '/srv/clinic',
    databaseUrl: new URL('postgres://clinic:secret@db.example/clinic'),
    publicUrl: new URL('https://clinic.example'),
    trustedProxies: ['10.0.0.7', '192.168.0.0/16', 'fd00::/8'],
    rateLimit: { maxPosts: 5, windowSeconds: 60, limitsLoopback: true },
    notifications: {
      mail: {
        server: {
          host: 'mail.clinic.example',
          port: 2465,
          beginsWithTls: true,
          isThisMachine: false,
          login: { user: 'desk@clinic.example', password: 'pass word' },
        },
        from: 'website@clinic.example',
        staff: ['desk@clinic.example', 'second@clinic.example'],
        detail: 'reference',
        acknowledgesVisitors: true,
      },
      webhook: { url: new URL('https://crm.example/in?key=1'), secret: Buffer.from('twenty-four bytes, enough') },
    },
    retentionDays: 90,
    logLevel: 'silent',
  })
})

describe('A bad value is refused in one line that names the variable and does not repeat the value', () => {
  test.each([
    ['HOST', 'http://clinic.example'],
    ['HOST', 'two words'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'db.example/clinic'],
    ['DATABASE_URL', 'mysql://clinic:secret@db.example/clinic'],
    ['DATABASE_URL', 'postgres://clinic:secret@db.example'],
    ['DATABASE_URL', 'postgres://clinic:secret@db.example:port/clinic'],
    ['PUBLIC_URL', 'clinic.example'],
    ['PUBLIC_URL', 'ftp://clinic.example'],
    ['PUBLIC_URL', 'https://clinic.example/callback'],
    ['PUBLIC_URL', 'https://user:secret@clinic.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.7,,10.0.0.8'],
    ['RATE_LIMIT_MAX', '0'],
    ['RATE_LIMIT_MAX', '1e9'],
    ['RATE_LIMIT_WINDOW_SECONDS', '0'],
    ['RATE_LIMIT_WINDOW_SECONDS', '86401'],
    ['RATE_LIMIT_LOOPBACK', 'yes'],
    ['RETENTION_DAYS', '0'],
    ['RETENTION_DAYS', '1.5'],
    ['RETENTION_DAYS', '36501'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s=%s', (name, value) => {
    const config = loadConfig({ [name]: value })
    expect(config).toEqual({ ok: false, problems: [expect.stringMatching(new RegExp(`^${name} must be .+\\.$`))] })
    expect(JSON.stringify(config)).not.toContain(`takes ${value}`)
  })
})

test('Every bad variable has its own line', () => {
  const config = loadConfig({ PORT: 'http', LOG_LEVEL: 'verbose', HOST: '127.0.0.1' })
  expect(config.ok === false && config.problems).toHaveLength(2)
})

test('.env.example lists exactly the variables that are read, with their defaults', () => {
  const example = parseEnv(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8'))
  const read = new Set<string>()
  loadConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))

  expect(Object.keys(example).sort()).toEqual([...read].sort())
  expect(loadConfig(example)).toEqual({ ok: true, value: DEFAULTS })
})
