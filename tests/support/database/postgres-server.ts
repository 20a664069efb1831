import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../free-port.ts'
import { postgresBinaries } from './postgres-binaries.ts'

/** Whom the server runs as: us, or `nobody`, as Linux numbers it, where we are root, which PostgreSQL refuses. */
const { uid, gid } = userInfo()
const OWNER = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }

/** Its new files need not reach the disk. */
const INITDB_OPTIONS = [
  ...['--username=postgres', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8'],
  ...['--no-instructions', '--no-sync'],
]

/** A copy for a standby begins at once, and its files need not reach the disk. */
const QUICKLY = ['--checkpoint=fast', '--no-sync']

/** A PostgreSQL server of its own, on a free port and in a temporary directory. */
export class PostgresServer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'callback-clinic-postgres-'))
  readonly #data = join(this.#directory, 'data')
  #password = randomBytes(12).toString('hex')
  readonly #settings: readonly string[]
  readonly #binaries: string
  #port = 0
  #process: ChildProcess | undefined

  /**
   * @param settings as `postgres -c` takes them
   * @param binaries the directory of its programs, if not the usual ones
   */
  constructor(settings: readonly string[] = [], binaries?: string) {
    this.#settings = settings
    this.#binaries = binaries ?? postgresBinaries(join(this.#directory, 'postgres'))
  }

  /** Makes the server's files and starts it. */
  async create(): Promise<void> {
    const passwordFile = join(this.#directory, 'password')
    await writeFile(passwordFile, this.#password, { mode: 0o600 })
    await mkdir(this.#data, { mode: 0o700 })
    for (const path of [this.#directory, this.#data, passwordFile]) await chown(path, OWNER.uid, OWNER.gid)
    await this.#run('initdb', [...INITDB_OPTIONS, `--pgdata=${this.#data}`, `--pwfile=${passwordFile}`])
    this.#port = await freePort()
    await this.start()
  }

  /** Makes its files a copy of another server's, and starts as its standby, under this name. */
  async follow(primary: PostgresServer, name: string): Promise<void> {
    this.#password = primary.#password
    await chown(this.#directory, OWNER.uid, OWNER.gid)
    const from = `${primary.address('postgres')}?application_name=${name}`
    await this.#run('pg_basebackup', [
      `--pgdata=${this.#data}`,
      `--dbname=${from}`,
      '--write-recovery-conf',
      ...QUICKLY,
    ])
    this.#port = await freePort()
    await this.start()
  }

  /** Runs statements as the administrator, one after the other: some refuse a transaction. */
  async administer(...statements: string[]): Promise<void> {
    const client = new Client(this.address('postgres'))
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  /** Puts a line before the others that say who may sign in. Takes effect at the next start or reload. */
  async allow(line: string): Promise<void> {
    const file = join(this.#data, 'pg_hba.conf')
    await writeFile(file, `${line}\n${await readFile(file, 'utf8')}`)
  }

  /** Makes an empty database and gives its address. */
  async createDatabase(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await this.administer(`create database ${name}`)
    return this.address(name)
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
        if (/ready to accept (?:read-only )?connections/.test(line)) resolve()
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

  #run(program: string, options: string[]) {
    return promisify(execFile)(join(this.#binaries, program), options, { ...OWNER, cwd: this.#directory })
  }

  /** The address of one of its databases, with the administrator's password. */
  address(database: string): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.#port}/${database}`
  }
}
