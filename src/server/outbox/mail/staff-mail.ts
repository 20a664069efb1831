import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { DueWindowText } from './due-window-text.ts'
import { type Html, html, type MailText, mailPage } from './mail-text.ts'

/** How much of a request a mail to the department tells: all of it, or nothing of the person. */
export type Detail = 'full' | 'reference'

/** What programs may show as a new line. */
const LINE_END = /[\n\u2028\u2029]/

/** The mail by which the department learns of a request. */
export function staffMail(request: StoredRequest, detail: Detail, due: DueWindowText | null): MailText {
  const mark = request.suspected ? '[suspected] ' : ''
  const isFull = detail === 'full'

  const rows: [label: string, value: string | null][] = [
    ['Call', due === null ? 'Any time from now on' : `${due.window} (${due.zone})`],
    ['Slot', request.time_slot],
    ['Service', request.service ?? (isFull ? null : 'None chosen')],
    ['E-mail', isFull ? isolated(request.email) : null],
    ['Campaign', isFull ? campaignInWords(request) : null],
    ['Suspected', request.suspected ? 'This may not be a patient. Judge for yourself.' : null],
    ['Reference', request.reference],
  ]
  const said = rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
  const message = isFull && request.message ? request.message.split(LINE_END).map(isolated) : null

  return {
    subject: `${mark}Callback ${request.reference}: ${due?.window ?? 'any time'}`,
    text: [
      ...(isFull ? [`Please call ${isolated(request.name)}`, `tel:${request.phone}`, ''] : []),
      ...said.map(([label, value]) => `${label}: ${value}`),
      // Marked line by line, so that no visitor's line passes for one of ours.
      ...(message === null ? [] : ['', 'Message:', ...message.map((line) => `> ${line}`)]),
      '',
    ].join('\n'),
    html: mailPage(
      html`${isFull ? personOf(request) : ''}${said.map(rowOf)}${message === null ? '' : messageOf(message)}`,
    ),
  }
}

const BUTTON =
  'display:inline-block;padding:12px 20px;font-size:22px;color:#fff;background:#0b5c55;border-radius:6px;text-decoration:none'

function personOf({ name, phone }: StoredRequest): Html {
  return html`<p style="margin:0">Please call</p>
<p style="margin:0 0 12px;font-size:22px;font-weight:bold"><bdi>${isolated(name)}</bdi></p>
<p style="margin:0 0 16px"><a href="tel:${phone}" style="${BUTTON}">${phone}</a></p>
`
}

function rowOf([label, value]: readonly [string, string]): Html {
  return html`<p style="margin:0 0 8px"><b>${label}</b><br><bdi>${value}</bdi></p>
`
}

function messageOf(lines: readonly string[]): Html {
  return html`<p style="margin:0 0 8px;white-space:pre-line"><b>Message</b><br><bdi>${lines.join('\n')}</bdi></p>
`
}

function campaignInWords({ campaign }: StoredRequest): string | null {
  if (campaign === null) return null
  const parts = Object.entries(campaign).flatMap(([part, label]) =>
    label === null ? [] : [`${part} ${isolated(label)}`],
  )
  return parts.join(', ')
}
