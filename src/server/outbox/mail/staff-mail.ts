import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { Calendar } from '../../../callback-request/calling-days.ts'
import { dueWindowOf, type StoredRequest } from '../../../callback-request/stored-request.ts'
import { dueWindowText, instantText } from './due-window-text.ts'
import { type Html, html, type MailText, mailPage, personPart, rowsOf } from './mail-text.ts'

/** What a mail to the department contains: the whole request, or nothing about the person. */
export type Detail = 'full' | 'reference'

/** The characters that programs may show as a new line. */
const LINE_END = /[\n\u2028\u2029]/

/** The mail that notifies the department of a request, or that its visitor has withdrawn it. */
export function staffMail(request: StoredRequest, detail: Detail, calendar: Calendar): MailText {
  if (request.withdrawn_at !== null) return withdrawalMail(request, detail)
  const window = dueWindowOf(request, calendar)
  const due = dueWindowText(request.time_slot, window, calendar.timeZone)
  const isDue = window.from <= new Date(request.received_at)
  const mark = request.suspected ? '[suspected] ' : ''
  const isFull = detail === 'full'

  const { lines, parts } = rowsOf({
    Call: due
      ? `${due.window} (${due.zone})`
      : `Any time from ${isDue ? 'now' : instantText(window.from, calendar.timeZone)} on`,
    Slot: request.time_slot,
    Service: request.service ?? (isFull ? null : 'None chosen'),
    'E-mail': isFull ? isolated(request.email) : null,
    Campaign: isFull ? campaignText(request) : null,
    Suspected: request.suspected ? 'This may not be a patient. Please decide yourself.' : null,
    Reference: request.reference,
  })
  const message = isFull && request.message ? request.message.split(LINE_END).map(isolated) : null

  return {
    subject: `${mark}Callback ${request.reference}: ${due?.window ?? 'any time'}`,
    text: [
      ...(isFull ? [`Please call ${isolated(request.name)}`, `tel:${request.phone}`, ''] : []),
      ...lines,
      // Every line is marked, so that no visitor's line looks like one of ours.
      ...(message === null ? [] : ['', 'Message:', ...message.map((line) => `> ${line}`)]),
      '',
    ].join('\n'),
    html: mailPage(
      html`${isFull ? personPart('Please call', request) : ''}${parts}${message === null ? '' : messageOf(message)}`,
    ),
  }
}

function withdrawalMail({ reference, name, time_slot, service }: StoredRequest, detail: Detail): MailText {
  const lead = 'The visitor has withdrawn this request. Please do not call about it.'
  const isFull = detail === 'full'
  const { lines, parts } = rowsOf({
    Name: isFull ? isolated(name) : null,
    Slot: time_slot,
    Service: service ?? (isFull ? null : 'None chosen'),
    Reference: reference,
  })
  return {
    subject: `Callback ${reference}: withdrawn`,
    text: [lead, '', ...lines, ''].join('\n'),
    html: mailPage(html`<p style="margin:0 0 16px">${lead}</p>\n${parts}`),
  }
}

function messageOf(lines: readonly string[]): Html {
  return html`<p style="margin:0 0 8px;white-space:pre-line"><b>Message</b><br><bdi>${lines.join('\n')}</bdi></p>
`
}

function campaignText({ campaign }: StoredRequest): string | null {
  if (campaign === null) return null
  const parts = Object.entries(campaign).flatMap(([part, label]) =>
    label === null ? [] : [`${part} ${isolated(label)}`],
  )
  return parts.join(', ')
}
