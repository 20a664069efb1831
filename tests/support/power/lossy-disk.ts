import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { canMount } from '../database/small-disk.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const PACKAGE_CONFIG = spawnSync('pkg-config', ['--cflags', '--libs', 'fuse3'], { encoding: 'utf8' })

/** What a `LossyDisk` needs of the machine. */
export const LOSSY_DISK_NEEDS = {
  gcc: spawnSync('gcc', ['--version']).status === 0,
  'libfuse3-dev': PACKAGE_CONFIG.status === 0,
  '/dev/fuse': isThere('/dev/fuse'),
  'mounts as root': canMount(),
}

/**
 * A mounted disk that loses at a power cut what was not synced. `lossy-fs.c`, from which it is built, says what exactly.
 * It is gone when the test has finished.
 */
export class LossyDisk {
  /** Where it is mounted. */
  readonly directory: string
  readonly #program: string
  readonly #file: string
  #process: ChildProcess | undefined

  private constructor(directory: string, program: string, file: string) {
    this.directory = directory
    this.#program = program
    this.#file = file
    onTestFinished(() => this.cut())
  }

  /** Builds the file system. The disk is empty, and not mounted yet. */
  static async create(): Promise<LossyDisk> {
    const [built, mounted] = await Promise.all([temporaryDirectory(), temporaryDirectory()])
    const program = join(built, 'lossy-fs')
    const source = join(import.meta.dirname, 'lossy-fs.c')
    const libraries = PACKAGE_CONFIG.stdout.trim().split(/\s+/)
    const { status, stderr } = spawnSync('gcc', ['-O2', '-o', program, source, ...libraries], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`lossy-fs.c cannot be built: ${stderr}`)
    return new LossyDisk(mounted, program, join(built, 'disk'))
  }

  /**
   * Mounts the disk as the last cut left it.
   *
   * @param seed which unsynced parts the next cut leaves; 0 for none
   */
  async mount(seed: number): Promise<void> {
    const args = [this.#file, String(seed), this.directory, '-f', '-s', '-o', 'allow_other,default_permissions']
    const child = spawn(this.#program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#process = child
    const ended = once(child, 'exit').then(() => {
      throw new Error('The disk could not be mounted')
    })
    await Promise.race([once(child.stdout, 'data'), ended])
    ended.catch(() => {})
  }

  /** Cuts the power, at one instant for all processes that use the disk, and unmounts it. They get errors from then on. */
  async cut(): Promise<void> {
    const child = this.#process
    if (child === undefined) return
    this.#process = undefined
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // A signal that comes just before the wait for the next call is noticed after that call.
    readdir(this.directory).catch(() => undefined)
    await ended
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
