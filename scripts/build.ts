/**
 * Builds the product into `dist`: `client` holds what the public listener serves, `server` the server itself, the
 * renderer and what the build knows of its own output. Pages are rendered here, once; text files lie beside their
 * compressed copies.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'

process.env['NODE_ENV'] = 'production'
process.chdir(join(import.meta.dirname, '..'))

const CLIENT = 'dist/client'
const SERVER = 'dist/server'
const ENTRY = 'src/site/entry-client.ts'
const HYDRATION = 'src/site/hydrate.tsx'

rmSync('dist', { recursive: true, force: true })
await build({
  logLevel: 'warn',
  build: {
    outDir: CLIENT,
    manifest: 'manifest.json',
    rolldownOptions: { input: [ENTRY, HYDRATION], preserveEntrySignatures: 'exports-only' },
  },
})
await build({
  logLevel: 'warn',
  build: { copyPublicDir: false, outDir: SERVER, ssr: 'src/site/render.tsx' },
})
// One file of JavaScript: what takes the types off at run time stays in memory, 24 MB of it.
await build({
  logLevel: 'warn',
  build: { copyPublicDir: false, outDir: SERVER, emptyOutDir: false, target: 'node24', ssr: 'src/server/main.ts' },
})

const assets = takeAssets()
const { renderPages } = await import(pathToFileURL(`${SERVER}/render.js`).href)
for (const [file, html] of Object.entries<string>(renderPages(assets))) writeFileSync(join(CLIENT, file), html)
compressTexts(CLIENT)
writeFileSync(join(SERVER, 'assets.json'), JSON.stringify(assets)) // last: its presence says that the build is whole

/** Reads off the client build what the pages refer to. What stands in the pages themselves leaves the folder. */
function takeAssets() {
  const manifest: Manifest = JSON.parse(take('manifest.json'))
  const entry = manifest[ENTRY]
  const hydration = manifest[HYDRATION]
  const stylesheets = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
  if (!entry || !hydration || entry.imports || hydration.imports || stylesheets.length !== 1) {
    throw new Error('The client build should hold two modules that import none at once, and one stylesheet.')
  }
  const [{ file: stylesheet }] = stylesheets as [{ file: string }]
  const typeface = readdirSync(join(CLIENT, 'assets')).find((file) => file.endsWith('.woff2'))
  if (!typeface) throw new Error('The client build should hold the typeface of the headings.')
  const css = take(stylesheet)
  const script = take(entry.file)
  // A module that a script loads has no tag that could hold it to its hash; the import map does.
  const later = [hydration, ...Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry)]
  const importMap = JSON.stringify({
    integrity: Object.fromEntries(later.map(({ file }) => [`/${file}`, integrityOf(file)])),
  })
  return {
    css,
    typeface: `/assets/${typeface}`,
    importMap,
    script,
    hydration: `/${hydration.file}`,
    styleHashes: [hash('sha256', css)],
    scriptHashes: [hash('sha256', importMap), hash('sha256', script)],
  }
}

function take(file: string): string {
  const content = readFileSync(join(CLIENT, file), 'utf8').trim()
  rmSync(join(CLIENT, file))
  return content
}

function integrityOf(file: string): string {
  return hash('sha384', readFileSync(join(CLIENT, file)))
}

function hash(algorithm: 'sha256' | 'sha384', content: string | Buffer): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}

function compressTexts(folder: string) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|svg|txt)$/.test(file)) continue
    const content = readFileSync(join(folder, file))
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
    writeFileSync(join(folder, `${file}.br`), brotli)
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}
