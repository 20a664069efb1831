import { closeSync, createReadStream, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
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
    return this.#hashesIn(await readFile(this.path, 'utf8'))
  }

  /**
   * The hashes whose lines begin at a position in the file or later; none when there is no file.
   *
   * @param start in bytes: 0, or the `end` of an earlier result
   * @returns also the end of the last complete line, in bytes: another program may be writing the next
   */
  async hashesFrom(start: number): Promise<{ hashes: string[]; end: number }> {
    try {
      // A file that is shorter than before is another one.
      const from = start <= (await stat(this.path)).size ? start : 0
      const content = await text(createReadStream(this.path, { start: from }))
      return { hashes: this.#hashesIn(content), end: from + content.lastIndexOf('\n') + 1 }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { hashes: [], end: 0 }
      throw error
    }
  }

  #hashesIn(content: string): string[] {
    const lines = content.split('\n')
    const bad = lines.findIndex((line) => !HASH.test(line) && !PART_OF_HASH.test(line))
    if (bad >= 0) throw new Error(`${this.path} is not an erasure list: line ${bad + 1} is not a hash.`)
    return lines.filter((line) => HASH.test(line))
  }
}

/** The erasure list of a data directory. */
export function erasureListIn(dataDirectory: string): ErasureList {
  return new ErasureList(join(dataDirectory, 'erasures.list'))
}
