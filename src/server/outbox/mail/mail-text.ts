import { isolated } from '../../../callback-request/bidi-isolation.ts'
import { STAFF_LANGUAGE } from './due-window-text.ts'

/** The text of a mail. The subject contains nothing that a visitor typed. */
export interface MailText {
  subject: string
  text: string
  html: string
}

/** A part of a mail that is already HTML. All other text is escaped when it is put into HTML. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Makes HTML in which every inserted text is escaped; lists are joined. */
export function html(literals: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(literals.map((literal, index) => literal + sourceOf(values[index] ?? '')).join(''))
}

function sourceOf(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(sourceOf).join('')
  return value instanceof Html ? value.source : value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}

/** A whole mail in one column, with letters that are readable on a phone without zooming. */
export function mailPage(
  body: Html,
  { locale, direction }: { locale: string; direction: string } = STAFF_LANGUAGE,
): string {
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;max-width:36em;font:16px/1.5 sans-serif;color:#111;background:#fff">
${body}
</body>
</html>
`.source
}

/** The style of a link that looks like a button. */
export const BUTTON =
  'display:inline-block;padding:12px 20px;font-size:22px;color:#fff;background:#0b5c55;border-radius:6px;text-decoration:none'

/** Whom to call, with a link that calls. */
export function personPart(lead: string, { name, phone }: { name: string; phone: string }): Html {
  return html`<p style="margin:0">${lead}</p>
<p style="margin:0 0 12px;font-size:22px;font-weight:bold"><bdi>${isolated(name)}</bdi></p>
<p style="margin:0 0 16px"><a href="tel:${phone}" style="${BUTTON}">${phone}</a></p>
`
}

/** Labels with their values, as lines of a text and in HTML. What has no value is left out. */
export function rowsOf(rows: Readonly<Record<string, string | null>>): { lines: string[]; parts: Html[] } {
  const given = Object.entries(rows).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
  return {
    lines: given.map(({ label, value }) => `${label}: ${value}`),
    parts: given.map(
      ({ label, value }) => html`<p style="margin:0 0 8px"><b>${label}</b><br><bdi>${value}</bdi></p>
`,
    ),
  }
}
