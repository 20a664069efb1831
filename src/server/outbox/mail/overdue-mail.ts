import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { OverdueCallback } from '../../storage/overdue.ts'
import { dueWindowText, instantText } from './due-window-text.ts'
import { BUTTON, html, type MailText, mailPage, personPart, rowsOf } from './mail-text.ts'
import type { Detail } from './staff-mail.ts'

/**
 * The mail that tells the department that nobody has called somebody in time.
 *
 * @param link the person's page at the callback desk
 */
export function overdueMail(
  callback: OverdueCallback,
  detail: Detail,
  { link, timeZone }: { link: string; timeZone: string },
): MailText {
  const { reference, name, phone, slot, service, tries } = callback
  const isFull = detail === 'full'
  const until = new Date(callback.due_until)
  const due = dueWindowText(slot, { from: new Date(callback.due_from), until }, timeZone)

  const { lines, parts } = rowsOf({
    'Was due': due === null ? `Any time until ${instantText(until, timeZone)}` : `${due.window} (${due.zone})`,
    Slot: slot ?? 'Exact time',
    Service: service ?? (isFull ? null : 'None chosen'),
    'Earlier calls without an answer': tries === 0 ? null : String(tries),
    Reference: reference,
  })
  const lead = `Nobody has called in time. Please call now${isFull ? ':' : '.'}`
  const advice = 'Then save at the callback desk what came of the call. If somebody has called already, save that.'

  return {
    subject: `Overdue callback ${reference}: ${due?.window ?? 'any time'}`,
    text: [
      ...(isFull ? [`${lead} ${isolated(name)}`, `tel:${phone}`] : [lead]),
      '',
      advice,
      link,
      '',
      ...lines,
      '',
    ].join('\n'),
    html: mailPage(html`${isFull ? personPart(lead, { name, phone }) : html`<p style="margin:0 0 16px">${lead}</p>`}
<p style="margin:0 0 12px">${advice}</p>
<p style="margin:0 0 16px"><a href="${link}" style="${BUTTON}">Open the callback desk</a></p>
${parts}`),
  }
}
