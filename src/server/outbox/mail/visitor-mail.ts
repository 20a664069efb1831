import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { DueWindowText } from './due-window-text.ts'
import { html, type MailText, mailPage } from './mail-text.ts'

/**
 * The mail that tells a visitor when we will call. It names no procedure, since others may see it, and repeats nothing
 * that the visitor typed except a name: the sender of the form may not own the address in it.
 */
export function visitorMail(
  request: StoredRequest,
  { name, hospital, telephone, callsFrom }: DepartmentFacts,
  due: DueWindowText | null,
): MailText {
  const greeting = PLAIN_NAME.test(request.name) ? `Dear ${isolated(request.name)},` : 'Good day,'
  const when =
    due === null
      ? 'Thank you for your request. We will call you as soon as a coordinator is free.'
      : `Thank you for your request. We will call you on ${due.window}, ${due.zone}.`
  const ourNumber = `We will call from ${callsFrom}. You can reach us on `
  const notYou = 'If you did not ask for a call, please tell us by telephone; nothing else is needed.'
  const signature = `${name}, ${hospital}`

  return {
    subject: `We will call you back (${request.reference})`,
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

/** A person's name. A text that might be a link or an advertisement is not sent in our name. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{Join_Control} '’-]|\.(?= |$)){1,60}$/u
