/** How far the server's clock is ahead of the browser's, in ms, as the latest answer said it. */
let aheadMs = 0

/** Sets the page's clock by the server's. @param now UTC, ISO 8601, from an answer that has just arrived */
export function setServerTime(now: string): void {
  aheadMs = Date.parse(now) - Date.now()
}

/** The time on the server's clock. @param at by the browser's clock, in ms; without it, now */
export function serverTime(at = Date.now()): Date {
  return new Date(at + aheadMs)
}
