import { parseArgs } from 'node:util'
import { referenceIn } from '../callback-request/reference.ts'

/** The options that were given, by name, and the parameter without an option as `argument`; empty where there is none. */
export type Given = Readonly<{ argument: string; [option: string]: string | undefined }>

/** Parses what follows a command's name. Undefined when a parameter is not in the usage, or its `argument` is missing. */
export function parametersIn(args: string[], usage: string): Given | undefined {
  const options = [...usage.matchAll(/--(\w+)/g)].map(([, name]) => [name, { type: 'string' }])
  try {
    const { values, positionals } = parseArgs({ args, options: Object.fromEntries(options), allowPositionals: true })
    const [argument = '', ...others] = positionals
    const isNeeded = /^\w+ [A-Z]/.test(usage)
    const isRight = isNeeded ? /^[^-]/.test(argument) && others.length === 0 : positionals.length === 0
    return isRight ? { ...values, argument } : undefined
  } catch {
    return undefined
  }
}

/** The reference that somebody typed, as at the desk. A text that is none stays, and no request has it. */
export function referenceOf(text: string): string {
  return referenceIn(text) ?? text.trim()
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Parses a date or an instant. Refuses a time without its zone: it would mean something else on each machine. */
export function instantOf(text: string): Date | undefined {
  if (!DATE.test(text) && !INSTANT.test(text)) return undefined
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) || !isDay(text.slice(0, 10)) ? undefined : instant
}

/** False for a day that no month has, such as 30 February, which `Date` reads as a day in March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date)
}
