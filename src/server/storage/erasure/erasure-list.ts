import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../database/directories.ts'

const HASH = /^[0-9a-f]{64}$/

/** A line that a crash cut off. It is ignored, since nothing is erased before its line is complete and on disk. */
const PART_OF_HASH = /^[0-9a-f]{0,63}$/

/** A file of hashes, one per line, that outlives the database: it is stored elsewhere together with the backups. */
export class ErasureList {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /**
   * Appends hashes, and creates the file, for its owner only, when it is missing. They are on disk when this returns.
   * Synchronous, since it runs inside a transaction that nothing may delay.
   *
   * @throws a Node error when not all of them could be written. Some may be in the file then, the last perhaps as an
   * incomplete line, which is ignored and does not damage later lines
   */
  append(hashes: readonly string[]): void {
    const file = openSync(this.path, 'a+', 0o600)
    try {
      const { size } = fstatSync(file)
      const last = Buffer.alloc(1, '\n')
      if (size > 0) readSync(file, last, 0, 1, size - 1)
      const text = hashes.map((hash) => `${hash}\n`).join('')
      // Writes until everything is written: a disk that is nearly full accepts a part, and then fails.
      if (text !== '') writeFileSync(file, last.toString() === '\n' ? text : `\n${text}`)
      fsyncSync(file)
      if (size === 0) syncDirectory(dirname(this.path))
    } finally {
      closeSync(file)
    }
  }

  /**
   * All hashes on the list.
   *
   * @throws a Node error when the file cannot be read, an error of one line when it contains anything but hashes
   */
  async hashes(): Promise<string[]> {
    const lines = (await readFile(this.path, 'utf8')).split('\n')
    const bad = lines.findIndex((line) => !HASH.test(line) && !PART_OF_HASH.test(line))
    if (bad >= 0) throw new Error(`${this.path} is not an erasure list: line ${bad + 1} is not a hash.`)
    return lines.filter((line) => HASH.test(line))
  }

  /** The same; none when there is no file, as before the first erasure. */
  async hashesSoFar(): Promise<string[]> {
    return existsSync(this.path) ? this.hashes() : []
  }

  /** Appends those hashes that are not yet on the list. @throws like `append` and `hashes` */
  async add(hashes: readonly string[]): Promise<void> {
    const known = new Set(await this.hashesSoFar())
    this.append(hashes.filter((hash) => !known.has(hash)))
  }
}

/** The erasure list of a data directory. */
export function erasureListIn(dataDirectory: string): ErasureList {
  return new ErasureList(join(dataDirectory, 'erasures.list'))
}
