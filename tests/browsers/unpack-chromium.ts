import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { unpackFonts } from '../support/page/fonts.ts'

const PACKAGES = resolve(import.meta.dirname, 'node_modules')

/**
 * Unpacks a Chromium and its libraries once, into a cache below `node_modules`, and gives what its process needs in
 * its environment. It is unpacked beside the final place and moved there at the end, so that an interrupted unpacking
 * is never taken for a finished one.
 */
export async function unpackChromium(version: string, packageName: string) {
  const unpacked = `${PACKAGES}/.cache/packaged-chromium-${version}`
  if (!existsSync(unpacked)) {
    const partial = `${unpacked}.${process.pid}`
    mkdirSync(partial, { recursive: true })
    const packed = `${PACKAGES}/${packageName}/bin`
    await decompress(`${packed}/chromium.br`, `${partial}/chromium`, 0o755)
    const libraries = `${partial}/aws.tar`
    await decompress(`${packed}/aws.tar.br`, libraries)
    const { status, stderr } = spawnSync('tar', ['-xf', libraries, '--no-same-owner', '-C', partial])
    if (status !== 0) throw new Error(`tar could not unpack the libraries of Chromium ${version}: ${stderr}`)
    rmSync(libraries)
    writeFileSync(`${partial}/fonts.conf`, await unpackFonts(partial, unpacked, '.fonts'))
    renameSync(partial, unpacked)
  }
  return {
    executablePath: `${unpacked}/chromium`,
    env: { LD_LIBRARY_PATH: `${unpacked}/lib`, FONTCONFIG_FILE: `${unpacked}/fonts.conf` },
  }
}

function decompress(from: string, to: string, mode = 0o644) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))
}
