import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Config, loadConfig } from '../server/config/config.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { assertOwner, openStore, reasonOf } from '../server/storage/open-store.ts'
import { type Given, parametersIn } from './parameters.ts'

/** What a command tells its user. */
export interface CommandResult {
  /** For standard output, without the last line break. Absent when the command has written its output itself. */
  text?: string
  /** A line for standard error, for whoever runs the store. By itself it changes no exit code. */
  warning?: string
  /** 2 for a parameter that is wrong. */
  exitCode?: 0 | 1 | 2
}

/** @param output standard output, for a result that is too long for a text */
export type Run = (config: Config, output: Writable) => Promise<CommandResult>

/** What a command reads and changes of the process that it runs in. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  stdout: Writable
  stderr: Writable
  exitCode?: string | number | null | undefined
  /** Ends the process, also while something is open. */
  exit(code: number): void
}

export interface Command {
  /** The name, then its parameters: a word in capitals, and options with a value. */
  usage: string
  purpose: string
  /** Undefined when a parameter is missing or wrong. */
  prepare(given: Given): Run | undefined
}

/** A program of several commands. */
export interface Program {
  /** As `npm run` knows it. */
  name: string
  commands: readonly Command[]
  /** What else its usage says. */
  notes: string
}

/** What a program says to a line that is wrong: of the command that the line names, otherwise of all. */
export function usageOf(program: Program, [wanted]: string[] = []): string {
  const { name, commands, notes } = program
  const known = commandNamed(program, wanted)
  return `Usage: clinic ${name} COMMAND, or in a clone: npm run -s ${name} -- COMMAND

${(known ? [known] : commands).map(({ usage, purpose }) => `  ${usage}\n      ${purpose}`).join('\n')}

${notes}`
}

/** Parses a command line. Undefined when it is not as the usage says. */
export function commandOf(program: Program, [name, ...args]: string[]): Run | undefined {
  const command = commandNamed(program, name)
  const given = command && parametersIn(args, command.usage)
  return given && command.prepare(given)
}

function commandNamed({ commands }: Program, name: string | undefined): Command | undefined {
  return commands.find(({ usage }) => usage.split(' ')[0] === name)
}

/** Does something with the configured store, and closes it. */
export function onStore(work: (database: Database, config: Config, output: Writable) => Promise<CommandResult>): Run {
  return async (config, output) => {
    const database = await openStore(config, { mustExist: true })
    try {
      return await work(database, config, output)
    } finally {
      await database.destroy()
    }
  }
}

/** Runs the command of a command line. Exit code 2 with the usage when there is no such command. */
export function runProgram(program: Program, args: string[], surroundings: Surroundings): Promise<void> {
  return runCommand(commandOf(program, args), usageOf(program, args), surroundings)
}

/** Runs a command. Exit code 2 with the usage when there is none. */
export async function runCommand(command: Run | undefined, usage: string, surroundings: Surroundings): Promise<void> {
  const { env, stdout, stderr } = surroundings
  const end = (exitCode: number, ...lines: string[]) => {
    for (const line of lines) stderr.write(`${line}\n`)
    surroundings.exit(exitCode)
  }
  if (command === undefined) return end(2, usage)
  const config = loadConfig(env)
  if (!config.ok) return end(1, ...config.problems)

  try {
    await assertOwner(config.value)
    const { text, warning, exitCode = 0 } = await command(config.value, stdout)
    if (warning) stderr.write(`${warning}\n`)
    surroundings.exitCode = exitCode
    // Its output stays open for whoever shares it, such as a script of several commands over a socket.
    if (text !== undefined) await pipeline([`${text}\n`], stdout, { end: false })
  } catch (error) {
    // The reader of our output may close it early, as `head` does.
    const isBrokenPipe = error instanceof Error && 'code' in error && error.code === 'EPIPE'
    if (!isBrokenPipe) end(1, reasonOf(error))
  }
}
