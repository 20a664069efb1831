import { describe, expect, test } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { type Misbehaviour, startMailReceiver } from '../../../../tests/support/mail-receiver.ts'
import { openNotifyingStore } from '../../../../tests/support/notifying-store.ts'

const STAFF = { NOTIFY_EMAIL: 'desk@clinic.example, second@clinic.example', MAIL_FROM: 'website@clinic.example' }

async function receiving(refusals: Misbehaviour = {}, environment: Record<string, string> = {}) {
  const receiver = await startMailReceiver(refusals)
  const store = await openNotifyingStore({ ...STAFF, SMTP_URL: receiver.url, ...environment })
  return { ...receiver, ...store }
}

const DELIVERED = { status: 'delivered' }
const FAILED_ONCE = { status: 'waiting', failed_attempts: 1, lease: null }

test('The department gets one mail for each request, under its own id, and its headers contain nothing that was typed', async () => {
  const store = await receiving()
  const reference = await store.receive({
    name: 'Asha <marker@evil.example>\u2028Bcc: marker',
    email: 'marker@visitor.example',
  })
  await store.until(DELIVERED)

  expect(store.mails).toHaveLength(1)
  const [mail] = store.mails
  const [message] = await store.messages()
  expect(mail).toMatchObject({ from: 'website@clinic.example', to: ['desk@clinic.example', 'second@clinic.example'] })
  expect(mail?.header('Message-ID')).toBe(`<${message?.id}@clinic.example>`)
  expect(mail?.header('Subject')).toBe(`Callback ${reference}: Saturday 21 November 2026, 10:00 am to 12:00 pm`)
  expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
  expect(mail?.header('Content-Type')).toMatch(/^multipart\/alternative/)
  expect(mail?.source.split('\r\n\r\n', 1)[0]).not.toContain('marker')
})

test('A mail server that refuses gets the mail later; the log has its code, and neither a person nor a secret', async () => {
  const rows: [Misbehaviour, reason: string][] = [
    [{ connection: [421] }, 'SMTP 421'],
    [{ recipient: [550, 550] }, 'SMTP 550 RCPT'],
    [{ message: [451] }, 'SMTP 451'],
    [{ message: [550] }, 'SMTP 550'],
  ]
  for (const [refusals, reason] of rows) {
    const store = await receiving(refusals)
    await store.receive()
    await store.until(FAILED_ONCE)
    store.pass(1.3)
    await store.until(DELIVERED)
    expect(store.mails).toHaveLength(1)
    expect(JSON.parse(store.logLines[0] ?? '')).toMatchObject({ reason, level: 40 })
    expect(store.logLines.join('')).not.toMatch(/Asha|9876543210|Rhinoplasty|(visitor|clinic)\.example/)
  }
  const SMTP_URL = `smtp://canary-user:canary-password@127.0.0.1:${await freePort()}`
  const gone = await openNotifyingStore({ ...STAFF, SMTP_URL })
  await gone.receive()
  await gone.until(FAILED_ONCE)
  expect(gone.logLines.join('')).toMatch(/"reason":"E[A-Z]+"/)
  expect(gone.logLines.join('')).not.toContain('canary')
})

test('A mail server on another machine gets no mail without TLS or with an invalid certificate', async () => {
  for (const disabledCommands of [[], ['STARTTLS']]) {
    const { url, mails } = await startMailReceiver({ disabledCommands })
    // The same server by an address that is not loopback's, as if it stood elsewhere.
    const store = await openNotifyingStore({ ...STAFF, SMTP_URL: url.replace('127.0.0.1', '0.0.0.0') })
    await store.receive()
    await store.until(FAILED_ONCE)
    expect(mails).toEqual([])
    expect(store.logLines.join('')).toMatch(/"reason":"(?:ETLS|ESOCKET|SMTP 50\d)"/)
  }
})

describe('The mail to the visitor', () => {
  const ACKNOWLEDGE = { ACKNOWLEDGE_VISITORS: 'true' }

  test('goes to the typed address, in the language of the page, in addition to the mail to the department', async () => {
    const store = await receiving({}, ACKNOWLEDGE)
    await store.receive({}, { language: 'de' })
    await store.until(DELIVERED, DELIVERED)
    const ofVisitor = (to: readonly string[]) => to.includes('asha@visitor.example')
    const mail = store.mails.find(({ to }) => ofVisitor(to))
    expect(mail?.to).toEqual(['asha@visitor.example'])
    // Without a name.
    expect(mail?.header('To')).toBe('asha@visitor.example')
    expect(mail?.header('Subject')).toContain('Wir_rufen_Sie')
    const source = mail?.source.replaceAll('=\r\n', '')
    expect(source).toContain('Guten Tag Asha Invented')
    expect(source).toContain('Wir rufen Sie am Samstag, 21. November 2026, von 10:00 bis 12:00 Uhr an (')
    expect(source).toContain('lang=3D"de-CH"')
    expect(source).not.toMatch(/Dear|Rhinoplasty/)
    expect(store.mails.find(({ to }) => !ofVisitor(to))?.header('Subject')).toMatch(/^Callback /)
    expect(store.mails).toHaveLength(2)
  })

  test('is not sent for a suspected request', async () => {
    const store = await receiving({}, ACKNOWLEDGE)
    await store.receive({}, { suspicion: 'links' })
    await store.until(DELIVERED)
    expect(store.mails[0]?.header('Subject')).toMatch(/^\[suspected\] /)
    expect(await store.messages()).toMatchObject([{ channel: 'staff-mail' }])
  })

  test('is dropped when its address is refused', async () => {
    const environment = { ...ACKNOWLEDGE, NOTIFY_EMAIL: 'desk@clinic.example' }
    const store = await receiving({ recipient: [550, 550, 550] }, environment)
    await store.receive()
    await store.until({}, { channel: 'visitor-mail', status: 'dropped' })
  })

  test('is dropped when the window that it names is over', async () => {
    const store = await receiving({ connection: [421, 421] }, ACKNOWLEDGE)
    await store.receive()
    await store.until(FAILED_ONCE, FAILED_ONCE)
    // 10 to 12 in Kolkata the next day ends 21 hours after receipt.
    store.pass(21 * 3_600 + 1)
    await store.until(DELIVERED, { status: 'dropped' })
    expect(store.mails).toMatchObject([{ to: ['desk@clinic.example', 'second@clinic.example'] }])
  })
})
