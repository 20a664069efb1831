import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { postgresBinaries } from './postgres-binaries.ts'

/** Whom the server runs as: us, or `nobody`, as Linux numbers it, where we are root, which PostgreSQL refuses. */
const { uid, gid } = userInfo()
const OWNER = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }

const INITDB_OPTIONS = [
  ...['--username=postgres', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8'],
  '--no-instructions',
]

/** A PostgreSQL server of its own, on a free port and, if nothing else is said, in a temporary directory. */
export class PostgresServer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'callback-clinic-postgres-'))
  readonly #data: string
  readonly #password = randomBytes(12).toString('hex')
  readonly #settings: readonly string[]
  readonly #initdbOptions: readonly string[]
  #binaries = ''
  #port = 0
  #process: ChildProcess | undefined

  /**
   * @param settings as `postgres -c` takes them
   * @param data where its data goes, to a directory that is not there yet. Only then the new data is synced
   */
  constructor(settings: readonly string[] = [], data?: string) {
    this.#settings = settings
    this.#initdbOptions = data === undefined ? [...INITDB_OPTIONS, '--no-sync'] : INITDB_OPTIONS
    this.#data = data ?? join(this.#directory, 'data')
  }

  /** Makes the server's files and starts it. */
  async create(): Promise<void> {
    this.#binaries = postgresBinaries(join(this.#directory, 'postgres'))
    const passwordFile = join(this.#directory, 'password')
    await writeFile(passwordFile, this.#password, { mode: 0o600 })
    await mkdir(this.#data, { mode: 0o700 })
    for (const path of [this.#directory, this.#data, passwordFile]) await chown(path, OWNER.uid, OWNER.gid)
    await promisify(execFile)(
      join(this.#binaries, 'initdb'),
      [...this.#initdbOptions, `--pgdata=${this.#data}`, `--pwfile=${passwordFile}`],
      { ...OWNER, cwd: this.#directory },
    )
    await this.#startOnFreePort()
  }

  /** Makes an empty database and gives its address. */
  async createDatabase(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const client = new Client(this.#address('postgres'))
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return this.#address(name)
  }

  /** Starts the server again where it was, and waits until it takes connections. */
  async start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.#directory}`, ...this.#settings]
    const child = spawn(
      join(this.#binaries, 'postgres'),
      ['-D', this.#data, '-p', String(this.#port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...OWNER, cwd: this.#directory, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#process = child
    const log: string[] = []
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log.join('\n')}`)))
      createInterface({ input: child.stderr }).on('line', (line) => {
        log.push(line)
        if (line.includes('ready to accept connections')) resolve()
      })
    })
  }

  /** Stops the server at once, as a crash does: no connection is closed in order, and the next start has to recover. */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT')
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.#end('SIGINT')
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** Ports below 32768 are not given to outgoing connections, so none takes ours while the server is down. */
  async #startOnFreePort(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#port = randomInt(20_000, 32_000)
      try {
        return await this.start()
      } catch (error) {
        if (attempt === 5) throw error
      }
    }
  }

  #address(database: string): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.#port}/${database}`
  }
}
