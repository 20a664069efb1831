/**
 * `npm run department`: asks for the facts of the department, or takes them as options, and writes them into
 * `department.json` in the folder of the content. Run again, it shows the present values, and changes only those that are given.
 */
import { isDeepStrictEqual } from 'node:util'
import { is } from 'valibot'
import { checkContent, DEPARTMENT } from '../src/content/checks/check-content.ts'
import { checkSchema } from '../src/content/checks/schema-mistakes.ts'
import { DEFAULT_LANGUAGE } from '../src/content/home-path.ts'
import { type DepartmentDetails, DepartmentFile } from '../src/content/schema.ts'
import { contentDirectory } from './content-directory.mjs'
import { ask } from './department/ask.ts'
import { type Check, change, differences } from './department/changes.ts'
import { writeDepartment } from './department/department-file.ts'
import { factsOf } from './department/facts.ts'
import { optionsIn, usageOf } from './department/options.ts'
import { leftOfSample } from './department/sample.ts'
import { languagesWithoutFile, settled } from './department/settled.ts'
import { contentFiles } from './read-content.ts'

const DIRECTORY = contentDirectory()

const NEXT_STEPS = [
  'Next:',
  '  npm run pictures -- FOLDER   puts your photographs into the banners',
  `  npm run dev                  shows the pages while you edit the texts in ${DIRECTORY}`,
  '  npm start                    builds and serves the site',
]

/** `npm run pictures` measures in the colours of its day how much veil the text on each banner needs. */
const AFTER_COLOURS =
  'If the banners are your own pictures, make them again: their text was made readable in the old colours.'

const { files, mistakes } = contentFiles(DIRECTORY)
const present = files.department
if (!is(DepartmentFile, present)) {
  const unread = mistakes.filter((line) => line.startsWith(DEPARTMENT))
  end(1, ...(unread.length > 0 ? unread : checkSchema(DEPARTMENT, DepartmentFile, present).mistakes))
}
const facts = factsOf(files.codes.filter((code) => code !== DEFAULT_LANGUAGE))
const check: Check = (details) => checkContent({ ...files, department: settled(details, files.codes) }).mistakes

const options = optionsIn(process.argv.slice(2), facts)
if (options.kind === 'help') console.log(usageOf(facts))
else if (options.kind === 'mistakes') end(1, ...options.lines)
else if (options.values.size > 0) {
  const changed = change(facts, present, options.values, check)
  if (!changed.ok) end(1, ...changed.mistakes, 'Nothing was changed.')
  write(present, changed.details)
} else if (process.stdin.isTTY && process.stdout.isTTY) {
  console.log('Enter keeps what is in brackets. Ctrl-C stops, and changes nothing.\n')
  const details = await ask(facts, present, check)
  if (!details) end(130, '\nNothing was changed.')
  write(present, details)
} else {
  for (const { label, show } of facts) console.log(`${label}: ${show(present)}`)
}

/** Writes the department if it is not as before, and says what changed and what to do next. */
function write(before: DepartmentDetails, given: DepartmentDetails): void {
  const details = settled(given, files.codes)
  if (isDeepStrictEqual(details, before)) {
    console.log('Nothing was changed.')
    return
  }
  writeDepartment(DIRECTORY, details)
  const removed = languagesWithoutFile(before, files.codes).map(
    (code) => `Removed: ${code}, which has no file ${code}.json`,
  )
  const changed = [...differences(facts, before, details), ...removed]
  const recoloured = isDeepStrictEqual(details.colours, before.colours) ? [] : [AFTER_COLOURS]
  const parts = [changed, recoloured, sampleLines(before, details), mistakeLines(details), NEXT_STEPS]
  for (const lines of parts.filter(({ length }) => length > 0)) console.log(['', ...lines].join('\n'))
}

/** What is left of the sample, or that nothing is left any more. */
function sampleLines(before: DepartmentDetails, details: DepartmentDetails): string[] {
  if (!details.sample) return before.sample ? ['The footer no longer says that this is a sample.'] : []
  const left = leftOfSample(details)
  const lines = facts.filter(({ show }) => left.includes(show(details)))
  return [
    'The footer says that this is a sample, until these are yours too:',
    ...lines.map(({ label, option, show }) => `  ${label}: ${show(details)} (--${option})`),
  ]
}

/** The texts, too, must suit the facts: one may be too long with a longer name of the time zone in it. */
function mistakeLines(details: DepartmentDetails): string[] {
  const lines = check(details)
  return lines.length > 0 ? [`Before you build, correct in ${DIRECTORY}:`, ...lines.map((line) => `  ${line}`)] : []
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}
