import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { productionPackages } from '../../../scripts/licences.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What only building needs, since the build of these releases is invented, and what a release leaves out. */
const LEFT_OUT = [
  ...['@base-ui', '@fontsource', '@rolldown', '@tanstack', 'lightningcss*', 'rolldown', 'vite'],
  ...['better-sqlite3/deps', 'better-sqlite3/src', 'node-linux-*/include', 'node-linux-*/share'],
]

/** In place of the build: its description, and what a page says of the department. */
const BUILD = `import { readFileSync, rmSync, writeFileSync } from 'node:fs'
const { version } = JSON.parse(readFileSync('package.json'))
const { email } = JSON.parse(readFileSync(process.env.CONTENT_DIR + '/department.json'))
const write = (file, text) => {
  for (const ending of ['', '.br', '.gz']) rmSync('dist/client/' + file + ending, { force: true })
  writeFileSync('dist/client/' + file, text)
}
write('api/openapi.json', JSON.stringify({ info: { version } }))
write('robots.txt', email + ' ' + version)
`

/** How a later version differs: its own migrations, each of which adds a table and a column, and whether its server ends. */
interface Changes {
  migrations?: string[]
  ends?: true
}

/**
 * Makes an archive like that of `npm run release`, of what was built, in a fifth of the time: it is not compressed, and
 * its build is invented. The current directory must be the repository.
 */
export function leanRelease(directory: string, version: string, { migrations = [], ends }: Changes = {}): string {
  const name = `clinic-${version}`
  const archive = join(directory, `${name}-linux-x64.tar.gz`)
  const tar = (...options: string[]) =>
    execFileSync('tar', [`--file=${archive}`, '--owner=0', '--group=0', '--mode=a+rX,go-w', ...options])
  const without = LEFT_OUT.map((folder) => `--exclude=node_modules/${folder}`)
  const files = ['content', 'deploy', 'dist', 'scripts', 'src', 'node_modules/.bin/node', ...productionPackages()]
  tar('--create', ...without, `--transform=s,^,${name}/,S`, `--directory=${ROOT}`, ...files)

  // What differs takes the place of the repository's when the archive is unpacked.
  const changed: string[] = []
  const write = (file: string, text: string) => {
    mkdirSync(join(directory, name, dirname(file)), { recursive: true })
    writeFileSync(join(directory, name, file), text)
    changed.push(`${name}/${file}`)
  }
  const edit = (file: string, found: string | RegExp, ours: string) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    expect(text).toMatch(found)
    write(file, text.replace(found, ours))
  }
  write('scripts/build.ts', BUILD)
  edit('package.json', /"version": ".+"/, `"version": "${version}"`)
  if (migrations.length > 0) {
    const add = (id: string) => `
      await db.schema.createTable("${id}").addColumn("id", "text").execute()
      const added = (column) => column.notNull().defaultTo("later")
      await db.schema.alterTable("callback_requests").addColumn("${id}", "text", added).execute()`
    const later = migrations.map((id) => `"${id}": { up: async (db) => {${add(id)} } },`).join('\n')
    const built = globSync('dist/server/**/*.js', { cwd: ROOT }).find((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('"0001-initial": {'),
    )
    edit(String(built), '"0001-initial": {', `${later}$&`)
    edit('src/server/storage/database/migrate.ts', "'0001-initial': {", `${later}$&`)
  }
  if (ends) edit('dist/server/main.js', 'var address = await listen', 'process.exit(1);\n$&')
  tar('--append', `--directory=${directory}`, ...changed)
  return archive
}
