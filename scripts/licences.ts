import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package's files with its licence, and with notices that must stay beside it. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** The text for packages that say "MIT" and bring no file. Source: https://spdx.org/licenses/MIT.html */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

/**
 * The licence texts of installed packages, in one text.
 *
 * @param packages their folders
 * @throws when a package has no text, and its licence is not MIT
 */
export function licencesOf(packages: readonly string[]): string {
  return packages.map(licenceOf).join('\n')
}

function licenceOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) {
    if (license !== 'MIT') throw new Error(`${folder} has no licence text.`)
    const holder = author?.name ?? author ?? `the authors of ${name}`
    texts.push(`Copyright (c) ${holder}\n\n${MIT.trim()}`)
  }
  return `## ${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
}

/**
 * The folders of the packages that building and serving need on this platform, in the order of their names.
 *
 * @throws when one of them is not installed
 */
export function productionPackages(): string[] {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const needed = Object.entries(packages).filter(
    ([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional,
  )
  const missing = needed.find(([folder, { optional }]) => !optional && !existsSync(folder))
  if (missing) throw new Error(`${missing[0]} is not installed.`)
  return needed.flatMap(([folder]) => (existsSync(folder) ? folder : [])).toSorted()
}

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
  /** Of another platform, or for another package that works without it. */
  optional?: boolean
}
