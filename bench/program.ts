import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..')

/** On the project's own disk, because the system's temporary directory may be in memory. */
const DATA = join(ROOT, 'node_modules/.cache/bench')

/** Makes an empty directory for a store. */
export function storeDirectory(): string {
  mkdirSync(DATA, { recursive: true })
  return mkdtempSync(join(DATA, 'store-'))
}

/** A server in its own process: the product or a floor. */
export interface Program {
  address: string
  /** Of the callback desk, where there is one. */
  deskAddress: string | undefined
  processId: number
  /** From its start to the end of its first answer to `GET /`. */
  startedInMs: number
  /** The process's resident memory now, in MB of 1,000,000 bytes. */
  residentMb(): Promise<number>
  /** As much of it as no other process shares, such as the pages of a program's file. */
  privateMb(): Promise<number>
  /** Stops it and deletes its directory. */
  stop(): Promise<void>
}

/**
 * Starts the built product as `npm start` does, with its own empty store.
 *
 * @param environment further variables; `DATA_DIR` replaces its own store
 * @param preloaded a module that is loaded first, relative to the project
 */
export function startProduct(environment: Record<string, string> = {}, preloaded?: string): Promise<Program> {
  const args = [...(preloaded ? ['--import', `./${preloaded}`] : []), ...argumentsOf('start')]
  return startProgram(args, { ...startEnvironment(), ...environment })
}

/** The arguments that a script of `package.json` gives to Node: options, the program, its arguments. */
export function argumentsOf(script: 'start' | 'requests'): string[] {
  return scriptOf(script).split('exec node ').at(-1)?.split(' ') ?? []
}

function scriptOf(name: string): string {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return scripts[name] ?? ''
}

/** The variables that `npm start` sets for the server. */
function startEnvironment(): Record<string, string> {
  const [assignments = ''] = scriptOf('start').split('exec node ')
  return Object.fromEntries([...assignments.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
}

/** Starts the product with `npm start` itself. */
export function startNpm(environment: Record<string, string> = {}): Promise<Program> {
  return start('npm', ['start', '--silent'], environment)
}

/**
 * Starts a program that listens on `PORT` 0 and then prints its address. `DATA_DIR` names an empty directory for it.
 *
 * @param args for Node: options, the program, its arguments
 * @throws with its output when it ends before it listens
 */
export function startProgram(args: readonly string[], environment: Record<string, string> = {}): Promise<Program> {
  return start(process.execPath, args, environment)
}

async function start(command: string, args: readonly string[], environment: Record<string, string>): Promise<Program> {
  const ownDirectory = storeDirectory()
  const log = join(ownDirectory, 'log')
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: ownDirectory,
      ...environment,
    },
    stdio: ['ignore', 'pipe', openSync(log, 'a')],
  })
  const exited = once(child, 'exit')
  const { address, deskAddress } = await addressesOf(child)
  if (address === undefined) throw new Error(`${command} ${args.join(' ')} ended: ${await readFile(log, 'utf8')}`)
  await (await fetch(address)).arrayBuffer()
  const startedInMs = performance.now() - startedAt
  const processId = Number(child.pid)
  return {
    address,
    deskAddress,
    processId,
    startedInMs,
    residentMb: () => residentMbOf(processId),
    privateMb: () => privateMbOf(processId),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(ownDirectory, { recursive: true })
    },
  }
}

/** The addresses that the program prints: its own in the last line. It is undefined when the program ends first. */
async function addressesOf({ stdout }: ChildProcess): Promise<{ address?: string; deskAddress: string | undefined }> {
  let deskAddress: string | undefined
  if (!stdout) return { deskAddress }
  for await (const line of createInterface(stdout)) {
    if (line.startsWith('Callback desk: ')) deskAddress = line.replace('Callback desk: ', '')
    if (line.startsWith('http://')) return { address: line, deskAddress }
  }
  return { deskAddress }
}

/** A process's resident memory now, in MB of 1,000,000 bytes. Works on Linux only. */
export async function residentMbOf(pid: number): Promise<number> {
  return megabytesIn(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
}

async function privateMbOf(pid: number): Promise<number> {
  const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return megabytesIn(memory, 'Private_Clean') + megabytesIn(memory, 'Private_Dirty')
}

function megabytesIn(text: string, name: string): number {
  return (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * 1_024) / 1_000_000
}
