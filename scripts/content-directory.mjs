/*
 * Where the department's content is, for every command that reads or writes it. `prepare.mjs` uses this under whatever
 * Node the machine has (18 and later).
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** The folder with the department's content. Ends the program with one line when it cannot be read. */
export function contentDirectory() {
  const directory = process.env.CONTENT_DIR?.trim() || 'content'
  try {
    readdirSync(directory)
  } catch (error) {
    refuse(directory, error)
  }
  return directory
}

/**
 * A hash of all files in the folder, by which a build is recognised as one of this content, wherever the folder is and
 * however old its files are. Hidden files do not count. Ends the program with one line when a file cannot be read.
 */
export function contentHash(directory) {
  const hash = createHash('sha256')
  try {
    for (const file of filesIn(directory)) {
      const bytes = readFileSync(file)
      hash.update(`${relative(directory, file)}\0${bytes.length}\0`).update(bytes)
    }
  } catch (error) {
    refuse(directory, error)
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !name.startsWith('.'))
  return names.sort().flatMap((name) => filesIn(join(path, name)))
}

function refuse(directory, { message }) {
  process.stderr.write(`CONTENT_DIR (${resolve(directory)}) cannot be read: ${message}\n`)
  process.exit(1)
}
