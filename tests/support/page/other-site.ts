import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writePages } from '../../../scripts/write-pages.ts'
import { WEEKDAYS } from '../../../src/callback-request/calling-days.ts'
import { startBuiltServer } from '../built-server.ts'
import { english } from '../content.ts'
import { arabic, longest } from './longest-texts.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Nobody calls on weekends and on one Monday. */
const CALENDAR = {
  timeZone: 'Asia/Kolkata',
  callingHours: { days: WEEKDAYS.slice(0, 5), from: '09:00', until: '17:00' },
  closedDays: ['2026-11-23'],
}

const office = { ...english, forms: { ...english.forms, calendar: CALENDAR } }

const CONTENTS = [{ ...office, procedures: english.procedures.slice(0, 2) }, longest, arabic] as const

/**
 * Starts a server on a copy of the build that has other pages: two procedures in English and no calls on weekends, the
 * longest texts in German, and Arabic. Nothing is compressed, which would take as long as all else.
 */
export async function startOtherSite() {
  const copy = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const dist = join(copy, 'dist')
  await cp(join(ROOT, 'dist'), dist, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const { renderPages } = await import(pathToFileURL(join(ROOT, 'dist/server/render.js')).href)
  const assets = JSON.parse(await readFile(join(dist, 'server/assets.json'), 'utf8'))
  writePages(dist, CONTENTS, (content, texts) => renderPages(content, { ...assets, texts }))
  const { stop, ...site } = await startBuiltServer({}, copy)
  return {
    ...site,
    stop: async () => {
      const exitCode = await stop()
      await rm(copy, { recursive: true })
      return exitCode
    },
  }
}
