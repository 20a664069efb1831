import { isIP } from 'node:net'
import { isLoopback } from '../loopback.ts'

/** Parses an https address (http only on this machine) without user and password. */
export function secureUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(withoutBrackets(url.hostname)))
  return isSafe ? url : undefined
}

/** A host without the brackets that an IPv6 address has in a URL. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function isThisMachine(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : isLoopback(host)
}
