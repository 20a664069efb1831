import { isolated } from '../../../callback-request/bidi-isolation.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Content } from '../../../content/content.ts'
import { fill, leftToRight, partsOf } from '../../../content/fill.ts'
import type { DueWindowText } from './due-window-text.ts'
import { type Html, html, type MailText, mailPage } from './mail-text.ts'

/**
 * The mail that tells a visitor when we will call. It names no procedure, since others may see it, and repeats nothing
 * that the visitor typed except a name: the sender of the form may not own the address in it.
 */
export function visitorMail(request: StoredRequest, content: Content, due: DueWindowText | null): MailText {
  const { department, facts, texts } = content
  const { subject, greeting, greetingWithoutName, anytime, window, ourNumber, reference, notYou } = texts.mail
  const hello = PLAIN_NAME.test(request.name) ? fill(greeting, { name: isolated(request.name) }) : greetingWithoutName
  const when = due === null ? anytime : fill(window, { ...due })
  const referenceFact = { reference: leftToRight(request.reference, texts.language) }
  const referenceLine = fill(reference, referenceFact)
  const signature = `${department.name}, ${department.hospital}`

  return {
    subject: fill(subject, referenceFact),
    text: [hello, when, fill(ourNumber, facts), referenceLine, notYou, signature, ''].join('\n\n'),
    html: mailPage(
      html`<p>${hello}</p>
<p>${when}</p>
<p>${withTelephoneLink(ourNumber, content)}</p>
<p>${referenceLine}</p>
<p>${notYou}</p>
<p>${signature}</p>`,
      texts.language,
    ),
  }
}

/** A text in which the department's telephone number is a link that calls it. */
function withTelephoneLink(text: string, { department, facts }: Content): Html[] {
  return partsOf(text).map((part, at) => {
    const shown = html`${at % 2 === 0 ? part : (facts[part] ?? '')}`
    return part === 'telephone' ? html`<a href="tel:${department.telephone.dialled}">${shown}</a>` : shown
  })
}

/** A person's name. A text that might be a link or an advertisement is not sent in our name. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{Join_Control} '’-]|\.(?= |$)){1,60}$/u
