import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Licences that let a hospital run, change and pass on what is under them, with their text and nothing more. */
const ALLOWED = ['MIT', 'MIT-0', 'ISC', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Unlicense', 'OFL-1.1']

/** A package that is needed for the build alone, but of which a part ends up in the pages: the headings' typeface. */
const BUILT_IN = ['@fontsource/newsreader']

interface LockedPackage {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  cpu?: string[]
}

const manifest: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const lockfile: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
)
const locked = Object.entries(lockfile.packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...entry }))
const shipped = locked.filter(({ name, dev, devOptional }) => (!dev && !devOptional) || BUILT_IN.includes(name))

test('Every package is asked for in one exact version, and what ships is locked by its hash', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  }
  for (const { name, integrity } of shipped) expect(integrity, name).toMatch(/^sha512-/)
  for (const { name, resolved } of locked) expect(resolved, name).toBeUndefined()
})

test('No package runs a script when it is installed', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('What ships is under licences that are known', () => {
  expect(shipped.length).toBeGreaterThan(50)
  for (const { name, license } of shipped) expect(ALLOWED, name).toContain(license)
})

test('The bill of materials names everything that ships, with its version and its hash', () => {
  // Without what goes before: no package may be installed anew under the tests that run beside this one.
  const command = manifest['scripts']?.['sbom']?.split('exec ').at(-1) ?? ''
  const { stdout, status } = spawnSync(command, { shell: true, cwd: ROOT, encoding: 'utf8' })
  expect(status).toBe(0)
  const { bomFormat, components } = JSON.parse(stdout)
  expect(bomFormat).toBe('CycloneDX')
  const named = new Map(
    components.map((component: { name: string; version: string; hashes: unknown[] }) => [
      `${component.name} ${component.version}`,
      component.hashes,
    ]),
  )
  // Of the packages for one kind of processor, only this machine's are installed.
  const installed = shipped.filter(({ cpu = [process.arch] }) => cpu.includes(process.arch))
  for (const { name, version } of installed) {
    expect(named.get(`${name} ${version}`), name).toEqual([expect.objectContaining({ alg: 'SHA-512' })])
  }
})
