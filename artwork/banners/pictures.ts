/**
 * Makes the pictures of the page from those in a folder, and a contact sheet that shows them.
 *
 *   npm run pictures -- FOLDER [--focus NAME=X,Y …]
 *   npm run pictures -- --names
 *
 * A picture named after what it is becomes that: `card_brow-lift`, `modal`, `thank_you`, `og` (for shared links), `logo`,
 * `favicon`. FOLDER holds three others, or none, which become the banners: one whose name contains the procedure becomes
 * its banner, and the others follow in the order of their names. --focus says where the subject of the picture NAME is, in percent from the
 * left and from the top, when it was not found. It writes into the folder of the content only. When a picture is missing,
 * cannot be read or is too small, says so, exits with 1 and changes nothing.
 *
 * Each run, and one with `--names` alone, writes the department's name onto the picture of shared links.
 */
import { parseArgs } from 'node:util'
import { contentDirectory } from '../../scripts/content-directory.mjs'
import { textsOrExit } from '../../scripts/read-content.ts'
import { assign, type Outcome, readFocus } from './assignment.ts'
import { examine, picturesIn, unreadable } from './candidates.ts'
import { namedPictures } from './other-pictures.ts'
import { type Given, replacePictures } from './replace-banners.ts'
import { nameShared } from './shared.ts'

const directory = contentDirectory()
const contents = textsOrExit(directory)
const [{ slides, department }] = contents
const parameters = readParameters()
const given = await picturesOf(parameters)
if (given.ok) {
  if (given.value) for await (const line of replacePictures(given.value, slides, directory)) console.log(line)
  for (const line of await nameShared(contents, directory)) console.log(line)
  console.log('npm start shows the page.')
} else {
  for (const error of given.errors) console.error(error)
  process.exitCode = 1
}

interface Parameters {
  /** Undefined with `--names` alone. */
  folder: string | undefined
  focus: string[]
}

function readParameters(): Outcome<Parameters> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { focus: { type: 'string', multiple: true }, names: { type: 'boolean' } },
    })
    const [folder, ...others] = positionals
    if ((folder !== undefined || values.names) && others.length === 0) {
      return { ok: true, value: { folder, focus: values.focus ?? [] } }
    }
  } catch {
    // An unknown option, or one without its value.
  }
  return { ok: false, errors: ['Name one folder with your pictures: npm run pictures -- FOLDER [--focus NAME=X,Y …]'] }
}

async function picturesOf(parameters: Outcome<Parameters>): Promise<Outcome<Given | undefined>> {
  if (!parameters.ok) return parameters
  const { folder, focus } = parameters.value
  if (folder === undefined) return { ok: true, value: undefined }
  const files = await picturesIn(folder)
  if (!files.ok) return files
  const split = namedPictures(files.value, department)
  if (!split.ok) return split
  const { named, banners: forBanners } = split.value
  const unread = await unreadable(
    named.map(({ file }) => file),
    folder,
  )
  if (unread.length > 0) return { ok: false, errors: unread }
  const banners = forBanners.length === 0 && named.length > 0 ? [] : slides.map(({ bgClass }) => bgClass)
  const assigned = assign(forBanners, banners)
  if (!assigned.ok) return assigned
  const subjects = readFocus(focus, files.value)
  if (!subjects.ok) return subjects
  const candidates = await examine(folder, assigned.value, subjects.value)
  return candidates.ok ? { ok: true, value: { folder, candidates: candidates.value, named } } : candidates
}
