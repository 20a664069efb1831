import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { unpackFonts } from './fonts.ts'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]
const UNPACKED = resolve(import.meta.dirname, '../../../node_modules/.cache/packaged-chromium')

/** As root, Chromium has no sandbox of its own; the rest keeps it from calling its maker. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** A real Chromium and what its process needs in its environment. */
export interface Browser {
  executablePath: string
  env: Record<string, string>
}

/**
 * The Chromium that the journeys run in: the one that `CHROMIUM_PATH` names, else the headless shell among our
 * packages, which is the same version for everybody and needs half the time of a full Chrome, else an installed one.
 * The packaged one brings its own libraries and fonts and is unpacked once.
 *
 * @throws when there is none
 */
export async function findChromium(): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return { executablePath: chosen, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const installed = INSTALLED.find(existsSync)
    if (!installed) throw new Error('There is no Chromium to test with: set CHROMIUM_PATH')
    return { executablePath: installed, env: {} }
  }
  if (!existsSync(UNPACKED)) await unpack()
  return {
    executablePath: `${UNPACKED}/chromium`,
    env: { LD_LIBRARY_PATH: `${UNPACKED}/al2023/lib`, FONTCONFIG_FILE: `${UNPACKED}/fonts.conf` },
  }
}

/** Unpacks to a temporary folder and renames it at the end, so that a partly unpacked browser is never used. */
async function unpack() {
  const partial = `${UNPACKED}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  const before = { TMPDIR: process.env.TMPDIR, AWS_LAMBDA_JS_RUNTIME: process.env.AWS_LAMBDA_JS_RUNTIME }
  Object.assign(process.env, { TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' })
  const { default: packed } = await import('@sparticuz/chromium')
  await packed.executablePath()
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  writeFileSync(`${partial}/fonts.conf`, await unpackFonts(partial, UNPACKED, 'fonts/fonts'))
  renameSync(partial, UNPACKED)
}
