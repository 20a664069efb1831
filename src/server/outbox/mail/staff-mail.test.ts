import { expect, test } from 'vitest'
import { APPOINTMENT, CONTACT, DEPARTMENT } from '../../../../tests/support/samples.ts'
import type { Calendar } from '../../../callback-request/calling-days.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { type Detail, staffMail } from './staff-mail.ts'

function mailOf(request: StoredRequest, detail: Detail = 'full', calendar: Calendar = DEPARTMENT.calendar) {
  return staffMail(request, detail, calendar)
}

const CAMPAIGN = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }

test('The mail has the person, the number, the window, the service, the campaign and the reference; in HTML a link calls', () => {
  const { text, html } = mailOf({ ...APPOINTMENT, campaign: CAMPAIGN })
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
  for (const line of text.split('\n')) expect(html).toContain(line.replace(/^(Please call |tel:|[\w-]+: )/, ''))
  expect(html).toContain('<a href="tel:9876543210"')
  expect(html).not.toMatch(/https?:|<img|<script/)
})

test('The mail about a withdrawn request says so, and calls nobody', () => {
  const withdrawn = { ...APPOINTMENT, withdrawn_at: '2026-11-20T09:40:00.000Z' }
  const { subject, text, html } = mailOf(withdrawn)
  const lead = 'The visitor has withdrawn this request. Please do not call about it.'
  const rows = ['Slot: 10:00am-12:00pm', 'Service: Rhinoplasty', 'Reference: 7K3M-9RXD', '']
  expect(subject).toBe('Callback 7K3M-9RXD: withdrawn')
  expect(text).toBe([lead, '', 'Name: Asha Invented', ...rows].join('\n'))
  expect(html).not.toContain('tel:')
  expect(mailOf(withdrawn, 'reference').text).toBe([lead, '', ...rows].join('\n'))
})

test('A message is quoted line by line, special characters are escaped, and a suspected request for Anytime is marked', () => {
  const message = 'Please call\u2028Reference: XXXX-XXXX\n<script>alert("1")</script> & \'more\''
  const contact = { ...CONTACT, name: '<b>Ravi</b>', message, time_slot: 'Anytime', suspected: true } as const
  const { subject, text, html } = mailOf(contact)
  expect(text).toContain('\nMessage:\n> Please call\n> Reference: XXXX-XXXX\n> <script>')
  expect(html).toContain('&#60;b&#62;Ravi&#60;/b&#62;')
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;more&#39;')
  expect(subject).toBe('[suspected] Callback 7K3M-9RXE: any time')
  expect(text).toContain('Call: Any time from now on')
  expect(text).toContain('Suspected: ')
  expect(html).toContain('<b>Suspected</b>')
})

test('The mail promises no call on a day without calls', () => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const
  const callingHours = { days, from: '09:00', until: '17:00' }
  const calendar = { ...DEPARTMENT.calendar, callingHours, closedDays: ['2026-11-23'] }
  const onFriday = { received_at: '2026-11-20T12:30:00.000Z' } // 6 pm
  const { subject, text } = mailOf({ ...APPOINTMENT, ...onFriday }, 'full', calendar)
  expect(subject).toBe('Callback 7K3M-9RXD: Tuesday 24 November 2026, 10:00 am to 12:00 pm')
  expect(text).toContain('Call: Tuesday 24 November 2026, 10:00 am to 12:00 pm (India Standard Time)')
  const anyTime = mailOf({ ...CONTACT, ...onFriday, time_slot: 'Anytime' }, 'full', calendar)
  expect(anyTime.text).toContain('Call: Any time from Tuesday 24 November 2026, 9:00 am (India Standard Time) on\n')
})

/** A text without its isolated parts. */
const outsideIsolates = (text: string) => text.replace(/\u2068[^\u2066-\u2069\n]*\u2069/g, '')

test('Typed text does not reorder the text after it', () => {
  // An override, after an end of isolation and after one that does not end, and letters that run from right to left.
  for (const typed of ['\u202e', '\u2069\u202e', '\u2066\u202e', 'محمد']) {
    const text = `${typed}Invented`
    const request = { ...CONTACT, name: text, message: `${text}\n${text}`, campaign: { ...CAMPAIGN, source: text } }
    const mail = mailOf(request)
    expect(outsideIsolates(mail.text)).toContain('Please call \ntel:98765432100\n')
    expect(outsideIsolates(mail.text)).toContain('\nCampaign: source , campaign autumn\n')
    expect(outsideIsolates(mail.text)).toContain('\n> \n> \n')
    for (const written of [mail.text, mail.html, mail.subject]) {
      expect(outsideIsolates(written)).not.toMatch(/[\p{Bidi_Control}\u2028\u2029م]/u)
    }
    expect(mail.html.match(/<bdi>[^<]*Invented[^<]*<\/bdi>/g)).toHaveLength(3)
  }
})

test('With NOTIFY_DETAIL=reference the mail has the reference, the slot and the service, and no personal data', () => {
  const request = { ...APPOINTMENT, message: 'canary', campaign: { ...CAMPAIGN, source: 'canary' } }
  const mail = mailOf(request, 'reference')
  const [call, ...lines] = mail.text.split('\n')
  expect(call).toBe('Call: Saturday 21 November 2026, 10:00 am to 12:00 pm (India Standard Time)')
  expect(lines).toEqual(['Slot: 10:00am-12:00pm', 'Service: Rhinoplasty', 'Reference: 7K3M-9RXD', ''])
  for (const personal of ['Asha', '9876543210', 'visitor.example', 'canary', 'tel:']) {
    expect(JSON.stringify(mail)).not.toContain(personal)
  }
})
