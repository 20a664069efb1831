/**
 * Builds the product into `dist`: `client` holds what the public listener serves; `desk` what the staff listener serves;
 * `server` holds the server, the renderer and a description of the build. Pages are rendered here, once; text files have
 * compressed copies beside them.
 */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Manifest, type Plugin } from 'vite'
import { clockSamples } from '../src/server/process-clock.ts'
import { contentFile } from '../src/site/carousel/banner-files.ts'
import { addressesOf } from '../src/site/early/load.ts'
import { pagePictures } from '../src/site/picture-files.ts'
import { compressTexts } from './compress-texts.ts'
import { contentDirectory, contentHash } from './content-directory.mjs'
import { describeApi } from './describe-api.ts'
import { contentsOrExit } from './read-content.ts'
import { subsetTypeface } from './subset-typeface.ts'
import { writeHashed, writePages } from './write-pages.ts'

process.env.NODE_ENV = 'production'
process.chdir(join(import.meta.dirname, '..'))

const CLIENT = 'dist/client'
const SERVER = 'dist/server'
const DESK = 'dist/desk'

/** The licences of what browsers get, beside it, as MIT and OFL require. */
const LICENCES = 'licences.txt'
const ENTRY = 'src/site/early/entry.ts'
const HYDRATION = 'src/site/islands/hydrate.tsx'

/**
 * The headings' typefaces, by script (ISO 15924): how the names of their files begin. Newsreader's hints are 7 bytes, and
 * some browsers round its widths by them; Tiro's are two fifths of its bytes.
 */
const TYPEFACES = {
  Latn: { name: 'newsreader-', hints: 'kept' },
  Deva: { name: 'tiro-devanagari-hindi-', hints: 'removed' },
} as const

/** Letters that a heading may need in addition to those of the pages' own texts. */
const BASIC_LATIN = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))}–—‘’“”…`

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const directory = contentDirectory()
const content = contentHash(directory) // before it is read: what changes meanwhile is built at the next start
const contents = contentsOrExit(directory)
const [first] = contents

rmSync('dist', { recursive: true, force: true })
mkdirSync(CLIENT, { recursive: true })
// The renderer contains every component and so all styles; they and the typeface move to the client.
await build({
  logLevel: 'warn',
  build: { outDir: SERVER, ssr: 'src/site/render.tsx', ssrEmitAssets: true },
})
const { contentStyles, renderPages } = await import(pathToFileURL(`${SERVER}/render.js`).href)
const typefaces: Record<string, string> = {}
const css = await takeStyles()
await build({
  logLevel: 'warn',
  build: {
    outDir: CLIENT,
    emptyOutDir: false,
    manifest: 'manifest.json',
    license: { fileName: LICENCES },
    rolldownOptions: {
      input: HYDRATION,
      preserveEntrySignatures: 'exports-only',
      output: { codeSplitting: false }, // what is imported later is in the same file, and evaluated later
    },
  },
})
const script = await bundleEntry()
// One file of JavaScript: stripping types at run time keeps 24 MB in memory, and finding and reading the packages'
// files takes a third of the start. A native package cannot be bundled, nor one that searches for native packages.
// The two schema compilers are never loaded.
await build({
  logLevel: 'warn',
  plugins: [longPasswordsOnly()],
  build: { outDir: SERVER, emptyOutDir: false, ssr: 'src/server/main.ts' },
  ssr: {
    noExternal: true,
    external: ['better-sqlite3', 'pg', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  },
})

const assets = takeAssets()
copyPictures()
writePages('dist', contents, (content, texts) => renderPages(content, { ...assets, texts }))
mkdirSync(join(CLIENT, 'api'))
writeFileSync(join(CLIENT, 'api/openapi.json'), describeApi(first.department, version))
addLicencesOfTypefaces(CLIENT)
compressTexts(CLIENT)
await buildDesk()
addLicencesOfTypefaces(DESK)
compressTexts(DESK)
const clock = clockSamples(first.department.timeZone, new Date().getUTCFullYear())
// Last: it exists only when the build is complete.
writeFileSync(join(SERVER, 'assets.json'), JSON.stringify({ ...assets, clock, content, version }))

/** Puts each picture that the pages show at its address, and nothing else that is beside them. */
function copyPictures() {
  const named = contents.flatMap(({ sharedPicture }) => sharedPicture ?? [])
  for (const address of [...pagePictures(first.department, first.logo).flat(), ...named]) {
    cpSync(join(directory, contentFile(address)), join(CLIENT, address))
  }
}

/** Completes the licences of what browsers get: Vite knows those of the scripts. */
function addLicencesOfTypefaces(directory: string) {
  for (const { name } of Object.values(TYPEFACES)) {
    const typeface = `@fontsource/${name.replace(/-$/, '')}`
    const text = readFileSync(join('node_modules', typeface, 'LICENSE'), 'utf8')
    appendFileSync(join(directory, LICENCES), `\n## ${typeface} (OFL-1.1)\n\n${text}`)
  }
}

/** Leaves out the common passwords that are too short to be chosen: reading all of them takes 19 MB. */
function longPasswordsOnly(): Plugin {
  return {
    name: 'long-passwords-only',
    enforce: 'pre',
    load: {
      filter: { id: /@zxcvbn-ts\/language-common/ },
      handler: async () => {
        const { dictionary } = await import('@zxcvbn-ts/language-common')
        const passwords = dictionary['passwords-common'].filter((password) => [...password].length >= 12)
        return `export const dictionary = ${JSON.stringify({ 'passwords-common': passwords })}`
      },
    },
  }
}

/** Builds the staff app: one document, one stylesheet, and modules with hashes in their names. */
async function buildDesk() {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: 'src/desk',
    plugins: [react()],
    publicDir: false,
    build: {
      outDir: resolve(DESK),
      emptyOutDir: true,
      modulePreload: false,
      cssCodeSplit: false,
      license: { fileName: LICENCES },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700, // in kB, before compression
      reportCompressedSize: false,
    },
  })
}

/**
 * Removes and returns the one stylesheet, which is part of each page, with the banners. Gives the client the typefaces
 * that it names, with only what the pages may need.
 */
async function takeStyles(): Promise<string> {
  renameSync(join(SERVER, 'assets'), join(CLIENT, 'assets'))
  let styles = take(assetNamed(/\.css$/))
  const text = BASIC_LATIN + JSON.stringify(contents)
  for (const [script, { name, hints }] of Object.entries(TYPEFACES)) {
    const whole = assetNamed(new RegExp(`^${name}.*\\.woff2$`))
    const subset = await subsetTypeface(readFileSync(join(CLIENT, whole)), text, hints)
    const address = writeHashed(CLIENT, 'typeface', 'woff2', subset)
    rmSync(join(CLIENT, whole))
    styles = styles.replaceAll(`/${whole}`, address)
    typefaces[script] = address
  }
  return contentStyles(first) + styles
}

/** Bundles the script that is part of each page, as one expression that adds nothing to the page's scope. */
async function bundleEntry(): Promise<string> {
  const built = await build({
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  })
  if (!('output' in built) || built.output.length !== 1) throw new Error('The entry should be built into one file.')
  return built.output[0].code.trim()
}

/** Reads from the client build what the pages refer to. */
function takeAssets() {
  const manifest: Manifest = JSON.parse(take('manifest.json'))
  const modules = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
  const [hydration] = modules
  if (!hydration || modules.length !== 1) throw new Error('The client build should hold one module.')
  requireStyles(take(assetNamed(/\.css$/)))
  // A module that a script loads has no tag that could name its hash; the import map does.
  const ofModule = hash(readFileSync(join(CLIENT, hydration.file)))
  const integrity = addressesOf(`/${hydration.file}`).map((address) => [address, ofModule])
  const importMap = JSON.stringify({ integrity: Object.fromEntries(integrity) })
  return {
    css,
    typefaces,
    importMap,
    script,
    hydration: `/${hydration.file}`,
    styleHashes: [hash(css)],
    scriptHashes: [hash(importMap), hash(script)],
  }
}

/** @throws when the browser's components use a class that is not in the pages' stylesheet */
function requireStyles(ofBrowser: string) {
  const classesIn = (styles: string) => new Set(styles.match(/\.[A-Za-z_][\w-]*/g))
  const known = classesIn(css)
  const missing = [...classesIn(ofBrowser)].filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`render.tsx should import the styles of ${missing.join(', ')}.`)
}

/** @throws when there is no such file */
function assetNamed(pattern: RegExp): string {
  const file = readdirSync(join(CLIENT, 'assets')).find((name) => pattern.test(name))
  if (!file) throw new Error(`The build should hold a file ${pattern}.`)
  return `assets/${file}`
}

function take(file: string): string {
  const content = readFileSync(join(CLIENT, file), 'utf8').trim()
  rmSync(join(CLIENT, file))
  return content
}

/** As a content policy and an import map name it. */
function hash(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
