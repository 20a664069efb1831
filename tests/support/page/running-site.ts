import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressTexts } from '../../../scripts/compress-texts.ts'
import { writePages } from '../../../scripts/write-pages.ts'
import type { StoredRequest } from '../../../src/callback-request/stored-request.ts'
import type { Content } from '../../../src/content/content.ts'
import { startBuiltServer } from '../built-server.ts'
import { storedIn } from '../database/stored-in.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/** Starts the built server as `startBuiltServer` does. @param root the folder with `dist`, if not the repository */
export const startSite = (root?: string) => startBuiltServer({}, root)

/** A site's texts in each language, English first. */
export type Contents = readonly [english: Content, ...others: Content[]]

/** Starts a server like `startSite`, on a copy of the build that has the pages of this content. */
export async function startSiteWith(contents: Contents) {
  const copy = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const dist = join(copy, 'dist')
  await cp(join(ROOT, 'dist'), dist, { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const { renderPages } = await import(pathToFileURL(join(ROOT, 'dist/server/render.js')).href)
  const assets = JSON.parse(await readFile(join(dist, 'server/assets.json'), 'utf8'))
  writePages(dist, contents, (content, texts) => renderPages(content, { ...assets, texts }))
  compressTexts(join(dist, 'client'))
  const { stop, ...site } = await startSite(copy)
  return {
    ...site,
    stop: async () => {
      const exitCode = await stop()
      await rm(copy, { recursive: true })
      return exitCode
    },
  }
}

/** What is on the site's disk for one e-mail address. */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  return (await storedIn(dataDirectory)).filter((request) => request.email === email)
}
