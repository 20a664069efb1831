/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or an HTTP date.
 *
 * @returns seconds from `now`, at least 0; undefined when it is neither
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  if (!HTTP_DATE.test(header.trim())) return undefined
  const milliseconds = Date.parse(header) - now.getTime()
  return Number.isNaN(milliseconds) ? undefined : Math.max(milliseconds / 1_000, 0)
}

/** The only format that may still be sent, such as `Fri, 20 Nov 2026 09:30:00 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
