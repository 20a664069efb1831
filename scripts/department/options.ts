import { parseArgs } from 'node:util'
import type { Fact } from './facts.ts'
import { nearNames } from './near-names.ts'

/** What was given on the command line: new values by option, or what cannot be understood, one line each. */
export type Options =
  | { kind: 'values'; values: ReadonlyMap<string, string> }
  | { kind: 'help' }
  | { kind: 'mistakes'; lines: string[] }

const HELP = 'help'

/** The languages that the command line gives, which decide what other options there are. */
export function languagesIn(args: string[]): string | undefined {
  const { languages } = parseArgs({ args, options: { languages: { type: 'string' } }, strict: false }).values
  return typeof languages === 'string' ? languages : undefined
}

/** Reads the command line. An option that is given twice has its last value. */
export function optionsIn(args: string[], facts: readonly Fact[]): Options {
  const known = facts.map(({ option }) => option)
  const options = Object.fromEntries(known.map((option) => [option, { type: 'string' as const }]))
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  const values = new Map<string, string>()
  const lines: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') lines.push(`"${token.value}" belongs to no option. ${FORM}`)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (name === HELP) return { kind: 'help' }
    if (!known.includes(name)) lines.push(`${rawName} is not an option.${suggestion(name, known)}`)
    else if (value === undefined || value.startsWith('--')) lines.push(`${rawName} needs a value. ${FORM}`)
    else values.set(name, value)
  }
  return lines.length > 0 ? { kind: 'mistakes', lines } : { kind: 'values', values }
}

const FORM = 'Write: npm run department -- --name "Department of Plastic Surgery"'

function suggestion(name: string, known: readonly string[]): string {
  const near = nearNames(name, known)
  return near.length > 0 ? ` Did you mean ${near.map((option) => `--${option}`).join(' or ')}?` : ' See --help'
}

/** How the command is used, with an example of each option. */
export function usageOf(facts: readonly Fact[]): string {
  const options = facts.map(({ option, label, example }) => `  --${option} "${example}"\n      ${label}`)
  return `Usage: npm run department
           asks for each fact of the department; Enter keeps the present value
       npm run department -- --OPTION "VALUE" …
           changes only what is given, and asks nothing

${options.join('\n')}

The colours that go with paper, ink and action follow from them.`
}
