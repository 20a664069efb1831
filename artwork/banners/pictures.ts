/**
 * Makes the three banners of the page from three pictures, and a contact sheet that shows them as the page does.
 *
 *   npm run pictures -- FOLDER [--focus NAME=X,Y …] [--to SITE]
 *
 * FOLDER holds the three pictures and nothing else. A picture whose name contains the procedure becomes its banner; the
 * others follow in the order of their names. --focus says where the subject of the picture NAME is, in percent from the
 * left and from the top, when it was not found. --to changes another copy of the site than this one. When a picture is
 * missing, cannot be read or is too small, says so, exits with 1 and changes nothing.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readContents } from '../../scripts/read-content.ts'
import { assign, type Outcome, readFocus } from './assignment.ts'
import { type Candidate, examine, picturesIn } from './candidates.ts'
import { replaceBanners } from './replace-banners.ts'

const [{ slides }] = readContents(resolve(import.meta.dirname, '../../content'))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    focus: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
})

const candidates = await candidatesIn(positionals)
if (candidates.ok) {
  for await (const line of replaceBanners(candidates.value, slides, values.to)) console.log(line)
} else {
  for (const error of candidates.errors) console.error(error)
  process.exitCode = 1
}

async function candidatesIn([folder, ...others]: string[]): Promise<Outcome<Candidate[]>> {
  if (folder === undefined || others.length > 0) {
    return { ok: false, errors: ['Name one folder with three pictures: npm run pictures -- FOLDER'] }
  }
  const files = await picturesIn(folder)
  if (!files.ok) return files
  const assigned = assign(
    files.value,
    slides.map(({ bgClass }) => bgClass),
  )
  if (!assigned.ok) return assigned
  const subjects = readFocus(values.focus, files.value)
  if (!subjects.ok) return subjects
  return examine(folder, assigned.value, subjects.value)
}
