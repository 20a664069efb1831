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
import { textsOrExit } from '../../scripts/read-content.ts'
import { assign, type Outcome, readFocus } from './assignment.ts'
import { type Candidate, examine, picturesIn } from './candidates.ts'
import { replaceBanners } from './replace-banners.ts'

const [{ slides }] = textsOrExit(resolve(import.meta.dirname, '../../content'))
const candidates = await candidatesIn(readParameters())
if (candidates.ok) {
  const { site, pictures } = candidates.value
  for await (const line of replaceBanners(pictures, slides, site)) console.log(line)
} else {
  for (const error of candidates.errors) console.error(error)
  process.exitCode = 1
}

interface Parameters {
  folder: string
  focus: string[]
  site: string
}

function readParameters(): Outcome<Parameters> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { focus: { type: 'string', multiple: true }, to: { type: 'string' } },
    })
    const [folder, ...others] = positionals
    if (folder !== undefined && others.length === 0) {
      const site = values.to ?? resolve(import.meta.dirname, '../..')
      return { ok: true, value: { folder, focus: values.focus ?? [], site } }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  return { ok: false, errors: ['Name one folder with three pictures: npm run pictures -- FOLDER [--focus NAME=X,Y …]'] }
}

async function candidatesIn(
  parameters: Outcome<Parameters>,
): Promise<Outcome<{ site: string; pictures: Candidate[] }>> {
  if (!parameters.ok) return parameters
  const { folder, focus, site } = parameters.value
  const files = await picturesIn(folder)
  if (!files.ok) return files
  const banners = slides.map(({ bgClass }) => bgClass)
  const assigned = assign(files.value, banners)
  if (!assigned.ok) return assigned
  const subjects = readFocus(focus, files.value)
  if (!subjects.ok) return subjects
  const pictures = await examine(folder, assigned.value, subjects.value)
  return pictures.ok ? { ok: true, value: { site, pictures: pictures.value } } : pictures
}
