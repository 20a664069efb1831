export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The media type of a Content-Type header, without its parameters; undefined when there is none. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase()
}

/**
 * Whether an Accept header names text/html, as browsers do when they load a page. A wildcard does not count, because
 * `fetch` and command-line tools send one.
 */
export function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => mediaTypeOf(range) === 'text/html' && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
}
