import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { StoredRequest } from '../../src/callback-request/stored-request.ts'
import { createLogger } from '../../src/server/logger.ts'
import { buildPublicListener, type PublicListenerOptions } from '../../src/server/site/public-listener.ts'
import { CallbackRequests } from '../../src/server/storage/callback-requests.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { WriteProbe } from '../../src/server/storage/database/write-probe.ts'
import { keyOf } from './receive.ts'
import { DEPARTMENT, SUBMISSION } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** The public listener on a store and a site of its own, which are removed when the test has finished. */
export async function startPublicListener(overrides: Partial<PublicListenerOptions> = {}) {
  const database = await openDatabase(await temporaryDirectory())
  const requests = new CallbackRequests(database, { keyOf })
  const logLines: string[] = []
  const app = await buildPublicListener({
    requests,
    writeProbe: new WriteProbe(database),
    stopping: new AbortController().signal,
    now: () => SUBMISSION.receivedAt,
    department: DEPARTMENT,
    noticeVersion: SUBMISSION.noticeVersion,
    renderFormPage: () => '<!doctype html>',
    languages: ['en', 'hi'],
    siteDirectory: await builtSite(),
    styleHashes: ['sha256-abc='],
    scriptHashes: ['sha256-def='],
    publicUrl: null,
    trustedProxies: [],
    rateLimit: { maxPosts: 300, windowSeconds: 600, limitsLoopback: false },
    logger: createLogger('trace', { write: (line) => logLines.push(line) }),
    ...overrides,
  })
  onTestFinished(async () => {
    await app.close()
    await database.destroy()
  })
  const stored = (): Promise<StoredRequest[]> => Array.fromAsync(requests.all())
  /** Makes the store read-only, so that it is unavailable at once; a locked file is waited for. */
  const refuseWrites = () => sql`pragma query_only = on`.execute(database)
  return { app, database, stored, refuseWrites, logLines }
}

/** A site as the build leaves it, with a hashed file, its compressed copies and things that must not be served. */
async function builtSite(): Promise<string> {
  const directory = await temporaryDirectory()
  const files: Record<string, string> = {
    'index.html': '<h1>Home</h1>',
    'thank-you.html': '<h1>Thank you</h1>',
    'privacy.html': '<h1>Privacy notice</h1>',
    '404.html': '<h1>Page not found</h1>',
    'hi/index.html': '<h1>Home in Hindi</h1>',
    'hi/thank-you.html': '<h1>Thank you in Hindi</h1>',
    'hi/privacy.html': '<h1>Privacy notice in Hindi</h1>',
    'hi/404.html': '<h1>Page not found in Hindi</h1>',
    'robots.txt': 'User-agent: *',
    'sitemap.xml': '<urlset/>',
    'banner_rhinoplasty.jpg': 'a picture',
    'pictures/card.avif': 'a picture',
    'assets/entry-abc123.js': 'console.info("entry")',
    '.git/config': 'A=1',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(directory, dirname(path)), { recursive: true })
    await writeFile(join(directory, path), text)
    if (/\.(html|js|txt|xml)$/.test(path)) {
      await writeFile(join(directory, `${path}.br`), brotliCompressSync(text))
      await writeFile(join(directory, `${path}.gz`), gzipSync(text))
    }
  }
  return directory
}
