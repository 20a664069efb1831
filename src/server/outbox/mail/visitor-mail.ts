import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { dueWindow } from '../../../callback-request/due-window.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { StoredRequest } from '../../storage/requests/stored-request-row.ts'
import { dueWindowText } from './due-window-text.ts'
import { html, type MailText, mailPage } from './mail-text.ts'

/**
 * The mail that tells a visitor when we call. It names no procedure, for others may see it, and repeats nothing that
 * the visitor typed but a name: whoever sent the form may not be whose address was given in it.
 */
export function visitorMail(request: StoredRequest, department: DepartmentFacts): MailText {
  const { name, hospital, telephone, callsFrom, timeZone } = department
  const due = dueWindowText(request.time_slot as TimeSlot, new Date(request.received_at), timeZone)
  const greeting = PLAIN_NAME.test(request.name) ? `Dear ${isolated(request.name)},` : 'Good day,'
  const when =
    due === null
      ? 'Thank you for your request. We call you as soon as a coordinator is free.'
      : `Thank you for your request. We call you on ${due.window}, ${due.zone}.`
  const ourNumber = `We call from ${callsFrom}. You reach us at `
  const notYou = 'If you did not ask for a call, please tell us by telephone; nothing else is needed.'
  const signature = `${name}, ${hospital}`

  return {
    subject: `We call you back (${request.reference})`,
    text: [
      greeting,
      when,
      `${ourNumber}${telephone.shown}.`,
      `Your reference: ${request.reference}`,
      notYou,
      signature,
      '',
    ].join('\n\n'),
    html: mailPage(html`<p>${greeting}</p>
<p>${when}</p>
<p>${ourNumber}<a href="tel:${telephone.dialled}">${telephone.shown}</a>.</p>
<p>Your reference: ${request.reference}</p>
<p>${notYou}</p>
<p>${signature}</p>`),
  }
}

/** Until when the mail is true: after the window it would promise what is past. Undefined for Anytime. */
export function visitorMailEndsAt(request: StoredRequest, { timeZone }: DepartmentFacts): Date | undefined {
  return dueWindow(request.time_slot as TimeSlot, new Date(request.received_at), timeZone).until ?? undefined
}

/** Names as people have them. What might be a link or an advertisement is not passed on in our name. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{Join_Control} '’-]|\.(?= |$)){1,60}$/u
