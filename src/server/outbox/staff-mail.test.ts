import { expect, test } from 'vitest'
import { APPOINTMENT, CONTACT, DEPARTMENT } from '../testing/samples.ts'
import { staffMail } from './staff-mail.ts'

const CAMPAIGN = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }

test('The plain text says who, the number, when, the service, the campaign and the reference', () => {
  const { text } = staffMail({ ...APPOINTMENT, campaign: CAMPAIGN }, 'full', DEPARTMENT)
  expect(text).toBe(
    [
      'Please call Asha Invented',
      'tel:9876543210',
      '',
      'Call: Saturday 21 November 2026, 10:00 am to 12:00 pm (India Standard Time)',
      'Slot: 10:00am-12:00pm',
      'Service: Rhinoplasty',
      'E-mail: asha@visitor.example',
      'Campaign: source letter, campaign autumn',
      'Reference: 7K3M-9RXD',
      '',
    ].join('\n'),
  )
})

test('The HTML says the same, the number being a link to call', () => {
  const { html } = staffMail({ ...APPOINTMENT, campaign: CAMPAIGN }, 'full', DEPARTMENT)
  for (const said of [
    'Asha Invented',
    '<a href="tel:9876543210"',
    'Saturday 21 November 2026, 10:00 am to 12:00 pm (India Standard Time)',
    '10:00am-12:00pm',
    'Rhinoplasty',
    'asha@visitor.example',
    'source letter, campaign autumn',
    '7K3M-9RXD',
    '<meta name="viewport" content="width=device-width">',
  ]) {
    expect(html).toContain(said)
  }
  expect(html).not.toMatch(/https?:|<img|<script/)
})

test('A message is quoted line by line, and its signs stand as themselves', () => {
  const message = 'Reference: XXXX-XXXX\n<script>alert("1")</script> & \'more\''
  const { text, html } = staffMail({ ...CONTACT, name: '<b>Ravi</b>', message }, 'full', DEPARTMENT)
  expect(text).toContain('\nMessage:\n> Reference: XXXX-XXXX\n> <script>')
  expect(html).toContain('&#60;b&#62;Ravi&#60;/b&#62;')
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;more&#39;')
})

test('A request for any time has no window', () => {
  const { subject, text } = staffMail({ ...CONTACT, time_slot: 'Anytime' }, 'full', DEPARTMENT)
  expect(subject).toBe('Callback 7K3M-9RXE: any time')
  expect(text).toContain('Call: Any time from now on')
})

test('A suspected request is marked in the subject and in the mail', () => {
  const mail = staffMail({ ...CONTACT, suspected: true }, 'full', DEPARTMENT)
  expect(mail.subject).toMatch(/^\[suspected\] Callback /)
  expect(mail.text).toContain('Suspected: ')
  expect(mail.html).toContain('<b>Suspected</b>')
})

test('With NOTIFY_DETAIL=reference there is the reference, the slot and the service, and nothing of the person', () => {
  const request = { ...APPOINTMENT, message: 'canary', campaign: { ...CAMPAIGN, source: 'canary' } }
  const mail = staffMail(request, 'reference', DEPARTMENT)
  expect(mail.text).toBe(
    [
      'Call: Saturday 21 November 2026, 10:00 am to 12:00 pm (India Standard Time)',
      'Slot: 10:00am-12:00pm',
      'Service: Rhinoplasty',
      'Reference: 7K3M-9RXD',
      '',
    ].join('\n'),
  )
  for (const personal of ['Asha', '9876543210', 'visitor.example', 'canary', 'tel:']) {
    expect(JSON.stringify(mail)).not.toContain(personal)
  }
})
