import type { Page } from '@playwright/test'

/** Letter by letter, so that a text keeps its length. The words mean nothing. */
const LETTERS = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz,;?'].map((letter, at) => [letter, 'ابجدهفغحيژكلمنوپقرستعڤشخىز،؛؟'[at] ?? letter]),
)

/** A text in invented words of the Arabic script. Telephone numbers, times, and e-mail addresses stay as they are. */
export function inArabicScript(text: string): string {
  return text.replace(/&[#\w]+;|\S*[\d@]\S*|[a-z,;?]/gi, (part) => LETTERS[part.toLowerCase()] ?? part)
}

/** Serves this page its documents from right to left, with all texts in the Arabic script. */
export async function serveInArabic(page: Page) {
  await page.route('**', async (route) => {
    const request = route.request()
    if (request.resourceType() !== 'document' || request.method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: translate(await response.text()) })
  })
}

/** Translates what people read or hear: texts and labels, but no script, style or value of a field. */
function translate(html: string): string {
  return html
    .replace('<html lang="en-GB"', '<html lang="ar" dir="rtl"')
    .replace(
      /(<(script|style)\b.*?<\/\2>)|(?<=>)[^<]+|(?<= (?:aria-label|placeholder)=")[^"]+/gs,
      (part, code: string | undefined) => code ?? inArabicScript(part),
    )
}
