import { expect, test } from 'vitest'
import { english } from '../../../../tests/support/content.ts'
import { arabic } from '../../../../tests/support/page/longest-texts.ts'
import { APPOINTMENT, CONTACT, DEPARTMENT } from '../../../../tests/support/samples.ts'
import { dueWindowOf, type StoredRequest } from '../../../callback-request/stored-request.ts'
import { dueWindowText } from './due-window-text.ts'
import { visitorMail } from './visitor-mail.ts'

const { telephone, callsFrom, timeZone, calendar } = DEPARTMENT
const CONTENT = {
  ...english,
  department: { ...english.department, telephone },
  facts: { telephone: telephone.shown, callsFrom },
}

function mailOf(request: StoredRequest) {
  return visitorMail(request, CONTENT, dueWindowText(request.time_slot, dueWindowOf(request, calendar), timeZone))
}

test('The mail says when we will call, from which number, and how to reach us', () => {
  const mail = mailOf(APPOINTMENT)
  expect(mail.subject).toBe('We will call you back (7K3M-9RXD)')
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Dear Asha Invented,')
    expect(body).toContain('We will call you on Saturday 21 November 2026, 10:00 am to 12:00 pm, India Standard Time.')
    expect(body).toContain('We will call from +91 00000 00002.')
    expect(body).toContain('+91 00000 00001')
    expect(body).toContain('Department of Plastic Surgery, Sample Hospital')
  }
  expect(mail.html).toContain('<a href="tel:+910000000001">')
})

test('The mail names no procedure, repeats nothing typed but the name, and for Anytime promises no window', () => {
  const typed = JSON.stringify([mailOf(APPOINTMENT), mailOf(CONTACT)])
  for (const private_ of ['Rhinoplasty', '9876543210', '98765432100', 'visitor.example', 'evening']) {
    expect(typed).not.toContain(private_)
  }
  expect(mailOf({ ...APPOINTMENT, time_slot: 'Anytime' }).text).toContain('as soon as a coordinator is free')
})

test('In a mail from right to left, each number is isolated', () => {
  const { subject, text, html } = visitorMail(APPOINTMENT, arabic, null)
  const body = html.slice(html.indexOf('<p>')).replace(/<[^>]*>/g, '')
  for (const written of [subject, text, body]) {
    expect(written).toContain('\u20667K3M-9RXD\u2069')
    expect(written.replace(/\u2066[^\u2069]*\u2069/g, '')).not.toMatch(/\d/)
  }
  expect(html).toContain('<a href="tel:+910000000000">\u2066+91 00000 00000\u2069</a>')
})

test('What is no name is not used as one', () => {
  const links = ['Win at evil.example', 'https://evil.example']
  for (const name of [...links, 'Call 0900 123456', '<b>Asha</b>', 'Asha, buy now! Cheap', 'x'.repeat(61)]) {
    const { text, html } = mailOf({ ...APPOINTMENT, name })
    expect(text, name).toContain('Good day,')
    expect(text + html, name).not.toContain(name)
  }
})
