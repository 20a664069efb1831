import { isIP } from 'node:net'
import { isLoopback } from '../http/client-address.ts'

/** What `hostName` accepts. */
export const HOST = 'an IP address or a host name'

/** Reads environment variables one by one, and collects one line for each bad one. */
export class Variables {
  readonly problems: string[] = []
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #allowed = new Map<string, string>()

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  /** An empty variable counts as unset. */
  isSet(name: string): boolean {
    return this.#textOf(name) !== ''
  }

  /**
   * The variable's value, or the fallback when it is unset or bad. The line never repeats the variable's text, which may
   * be a secret.
   *
   * @param allowed the values that the variable accepts, for the line
   * @param parse returns undefined for a bad value
   */
  read<Value>(name: string, allowed: string, fallback: Value, parse: (text: string) => Value | undefined): Value {
    this.#allowed.set(name, allowed)
    if (!this.isSet(name)) return fallback
    const value = parse(this.#textOf(name))
    if (value === undefined) this.problems.push(`${name} must be ${allowed}.`)
    return value ?? fallback
  }

  /** A whole number. */
  readNumber<Fallback extends number | null>(name: string, fallback: Fallback, min: number, max: number) {
    return this.read<number | Fallback>(name, `a whole number from ${min} to ${max}`, fallback, (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return number >= min && number <= max ? number : undefined
    })
  }

  /** `true` or `false`, and nothing else; `false` when it is unset. */
  readBoolean(name: string): boolean {
    return this.read(name, 'true or false', false, (text) => {
      if (text === 'true') return true
      return text === 'false' ? false : undefined
    })
  }

  /** Adds a line when a variable, which has been read, is unset although another one, which is set, needs it. */
  require(name: string, other: string): void {
    if (this.isSet(name)) return
    this.problems.push(`${name} is missing, and ${other} needs it. It must be ${this.#allowed.get(name)}.`)
  }

  #textOf(name: string): string {
    return this.#environment[name]?.trim() ?? ''
  }
}

/** Parses an https address (http only on this machine) without user and password. */
export function secureUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(withoutBrackets(url.hostname)))
  return isSafe ? url : undefined
}

/** Parses an IP address or a host name. */
export function hostName(text: string): string | undefined {
  return isIP(text) > 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined
}

/** A host without the brackets that an IPv6 address has in a URL. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function isThisMachine(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : isLoopback(host)
}
