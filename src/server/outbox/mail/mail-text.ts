/** A mail's words. The subject holds nothing that a visitor typed. */
export interface MailText {
  subject: string
  text: string
  html: string
}

/** Part of a mail that is HTML already; every other text is escaped where it meets HTML. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** HTML in which every text that is put in stands as itself; lists are joined. */
export function html(literals: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(literals.map((literal, index) => literal + sourceOf(values[index] ?? '')).join(''))
}

function sourceOf(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(sourceOf).join('')
  return value instanceof Html ? value.source : value.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}

/** A whole mail, one column, in letters that a phone shows without zooming. */
export function mailPage(body: Html): string {
  return html`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;max-width:36em;font:16px/1.5 sans-serif;color:#111;background:#fff">
${body}
</body>
</html>
`.source
}
