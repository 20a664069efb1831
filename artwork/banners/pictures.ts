/**
 * Makes the three banners of the page from three pictures, and a contact sheet that shows them as the page does.
 *
 *   npm run pictures -- FOLDER [--focus NAME=X,Y …]
 *
 * FOLDER holds the three pictures and nothing else. A picture whose name contains the procedure becomes its banner; the
 * others follow in the order of their names. --focus says where the subject of the picture NAME is, in percent from the
 * left and from the top, when it was not found. It writes into the folder of the content only. When a picture is missing,
 * cannot be read or is too small, says so, exits with 1 and changes nothing.
 */
import { parseArgs } from 'node:util'
import { contentDirectory } from '../../scripts/content-directory.mjs'
import { textsOrExit } from '../../scripts/read-content.ts'
import { assign, type Outcome, readFocus } from './assignment.ts'
import { type Candidate, examine, picturesIn } from './candidates.ts'
import { replaceBanners } from './replace-banners.ts'

const directory = contentDirectory()
const [{ slides }] = textsOrExit(directory)
const candidates = await candidatesIn(readParameters())
if (candidates.ok) {
  for await (const line of replaceBanners(candidates.value, slides, directory)) console.log(line)
} else {
  for (const error of candidates.errors) console.error(error)
  process.exitCode = 1
}

interface Parameters {
  folder: string
  focus: string[]
}

function readParameters(): Outcome<Parameters> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { focus: { type: 'string', multiple: true } },
    })
    const [folder, ...others] = positionals
    if (folder !== undefined && others.length === 0) {
      return { ok: true, value: { folder, focus: values.focus ?? [] } }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  return { ok: false, errors: ['Name one folder with three pictures: npm run pictures -- FOLDER [--focus NAME=X,Y …]'] }
}

async function candidatesIn(parameters: Outcome<Parameters>): Promise<Outcome<Candidate[]>> {
  if (!parameters.ok) return parameters
  const { folder, focus } = parameters.value
  const files = await picturesIn(folder)
  if (!files.ok) return files
  const banners = slides.map(({ bgClass }) => bgClass)
  const assigned = assign(files.value, banners)
  if (!assigned.ok) return assigned
  const subjects = readFocus(focus, files.value)
  if (!subjects.ok) return subjects
  return examine(folder, assigned.value, subjects.value)
}
