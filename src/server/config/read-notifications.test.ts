import { describe, expect, test } from 'vitest'
import { channelsOf, type NotificationSettings } from '../outbox/notification-settings.ts'
import { readNotifications } from './read-notifications.ts'
import { Variables } from './variables.ts'

const SECRET = `whsec_${btoa('x'.repeat(24))}`
const MAIL = { SMTP_URL: 'smtp://mail.example', NOTIFY_EMAIL: 'desk@clinic.example' }
const WEBHOOK = { WEBHOOK_URL: 'https://crm.example/in', WEBHOOK_SECRET: SECRET }

function read(environment: Record<string, string>): { settings: NotificationSettings; problems: string[] } {
  const variables = new Variables(environment)
  return { settings: readNotifications(variables), problems: variables.problems }
}

function valid(environment: Record<string, string>): NotificationSettings {
  const { settings, problems } = read(environment)
  expect(problems).toEqual([])
  return settings
}

test('Mail needs a server and an address, and is by default sent from and to that address only, in full', () => {
  const server = {
    host: 'mail.example',
    port: undefined,
    beginsWithTls: false,
    isThisMachine: false,
    login: undefined,
  }
  expect(valid(MAIL).mail).toEqual({
    server,
    from: 'desk@clinic.example',
    staff: ['desk@clinic.example'],
    detail: 'full',
    acknowledgesVisitors: false,
  })
})

test.each([
  ['smtp://localhost:2525', true],
  ['smtp://127.0.0.1', true],
  ['smtp://127.8.8.8', true],
  ['smtp://[::1]:25', true],
  ['smtp://mail.example', false],
  ['smtp://10.0.0.1', false],
  ['smtp://localhost.example', false],
  ['smtp://[fe80::1]', false],
])('TLS is required of every mail server except on this machine: %s', (SMTP_URL, isThisMachine) => {
  expect(valid({ ...MAIL, SMTP_URL }).mail?.server).toMatchObject({ isThisMachine })
})

test('A secret is base64 of at least 24 bytes with an optional prefix', () => {
  const bytes = Buffer.alloc(24, 'x')
  expect(valid(WEBHOOK).webhook?.secret).toEqual(bytes)
  expect(valid({ ...WEBHOOK, WEBHOOK_SECRET: btoa('x'.repeat(24)) }).webhook?.secret).toEqual(bytes)
})

test('The channels are those in the settings', () => {
  expect(channelsOf(valid({}))).toEqual([])
  expect(channelsOf(valid(WEBHOOK))).toEqual(['webhook'])
  expect(channelsOf(valid({ ...MAIL, ...WEBHOOK, ACKNOWLEDGE_VISITORS: 'true' }))).toEqual([
    'staff-mail',
    'visitor-mail',
    'webhook',
  ])
})

describe('A bad value is refused in one line that names the variable and does not repeat the value', () => {
  test.each([
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail.example/box'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false'],
    ['SMTP_URL', 'smtp://user:canary%@mail.example'],
    ['NOTIFY_EMAIL', 'desk'],
    ['NOTIFY_EMAIL', 'desk@clinic.example,,second@clinic.example'],
    ['NOTIFY_EMAIL', 'Desk <desk@clinic.example>'],
    ['MAIL_FROM', 'Desk <desk@clinic.example>'],
    ['NOTIFY_DETAIL', 'none'],
    ['ACKNOWLEDGE_VISITORS', 'yes'],
    ['WEBHOOK_URL', 'crm.example/in'],
    ['WEBHOOK_URL', 'ftp://crm.example/in'],
    ['WEBHOOK_URL', 'http://crm.example/in'],
    ['WEBHOOK_URL', 'https://user:canary@crm.example/in'],
    ['WEBHOOK_SECRET', 'canary, which is long enough'],
    ['WEBHOOK_SECRET', `whsec_${btoa('x'.repeat(23))}`],
    ['WEBHOOK_SECRET', 'whsec_'],
  ])('%s=%s', (name, value) => {
    const { problems } = read({ ...MAIL, ...WEBHOOK, [name]: value })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be [^\\n]+\\.$`))])
    expect(problems[0]).not.toContain('canary')
  })
})

describe('Settings that are set only in part are refused, because nobody would be notified', () => {
  test.each([
    [{ SMTP_URL: MAIL.SMTP_URL }, 'NOTIFY_EMAIL'],
    [{ NOTIFY_EMAIL: MAIL.NOTIFY_EMAIL }, 'SMTP_URL'],
    [{ ACKNOWLEDGE_VISITORS: 'true' }, 'SMTP_URL'],
    [{ WEBHOOK_URL: WEBHOOK.WEBHOOK_URL }, 'WEBHOOK_SECRET'],
    [{ WEBHOOK_SECRET: SECRET }, 'WEBHOOK_URL'],
  ])('%j lacks %s', (environment: Record<string, string>, missing) => {
    const { problems } = read(environment)
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(`^${missing} is missing, and ${Object.keys(environment)[0]} needs it\\. It must be .+\\.$`),
      ),
    ])
    expect(problems[0]).not.toContain(SECRET)
  })
})
