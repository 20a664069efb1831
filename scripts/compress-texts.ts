import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Writes compressed copies beside each text file below a folder. */
export function compressTexts(folder: string) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(css|html|js|json|svg|txt|webmanifest|xml)$/.test(file)) continue
    const content = readFileSync(join(folder, file))
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
    writeFileSync(join(folder, `${file}.br`), brotli)
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}
