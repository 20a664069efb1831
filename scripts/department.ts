/**
 * `npm run department`: asks for the facts of the department, or takes them as options, and writes them into
 * `department.json` in the folder of the content. Run again, it shows the present values, and changes only those that are given.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkContent, DEPARTMENT } from '../src/content/checks/check-content.ts'
import { checkSchema } from '../src/content/checks/schema-mistakes.ts'
import { languagesOf } from '../src/content/content.ts'
import { type DepartmentDetails, DepartmentFile } from '../src/content/schema.ts'
import { contentDirectory } from './content-directory.mjs'
import { ask } from './department/ask.ts'
import { type Check, change, differences } from './department/changes.ts'
import { type Fact, factsOf } from './department/facts.ts'
import { optionsIn, usageOf } from './department/options.ts'
import { leftOfSample, settled } from './department/settled.ts'
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

const present = readDepartment()
const options = optionsIn(process.argv.slice(2), present.facts)
if (options.kind === 'help') console.log(usageOf(present.facts))
else if (options.kind === 'mistakes') end(1, ...options.lines)
else if (options.values.size > 0) write(options.values)
else if (process.stdin.isTTY && process.stdout.isTTY) {
  console.log('Enter keeps what is in brackets, < goes back a question. Ctrl-C stops, and changes nothing.\n')
  const answers = await ask(present.factsFor, present.details, present.check)
  if (!answers) end(130, '\nNothing was changed.')
  write(answers)
} else {
  for (const { label, show } of present.facts) console.log(`${label}: ${show(present.details)}`)
}

/** The department as its file says at this moment. Ends the program when it cannot be read. */
function readDepartment() {
  const { files, mistakes } = contentFiles(DIRECTORY)
  const { data, mistakes: ofSchema } = checkSchema(DEPARTMENT, DepartmentFile, files.department)
  const unread = mistakes.filter((line) => line.startsWith(DEPARTMENT))
  if (!data) end(1, ...(unread.length > 0 ? unread : ofSchema), 'Nothing was changed.')
  const details: DepartmentDetails = { ...Object(files.department), ...data } // in the order of the file
  const codes = Object.keys(files.languages)
  const factsFor = (one: DepartmentDetails) => factsOf(languagesOf(one, codes), codes)
  const check: Check = (one) => checkContent({ ...files, codes, department: settled(one, codes) }).mistakes
  return { details, codes, factsFor, facts: factsFor(details), check }
}

/**
 * Puts the answers into the file as it is now: somebody may have saved it in an editor since the first question. Says
 * what changed and what to do next.
 */
function write(answers: ReadonlyMap<string, string>): void {
  const { details: before, codes, factsFor, check } = readDepartment()
  const changed = change(factsFor, before, answers, check)
  if (!changed.ok) end(1, ...changed.mistakes, 'Nothing was changed.')
  const details = settled(changed.details, codes)
  if (isDeepStrictEqual(details, before)) {
    console.log('Nothing was changed.')
    return
  }
  replaceFile(details)
  const facts = factsFor(details)
  const recoloured = isDeepStrictEqual(details.colours, before.colours) ? [] : [AFTER_COLOURS]
  const mistakes = check(details)
  const parts = [
    [...differences(facts, before, details), ...removedLanguages(before, details)],
    recoloured,
    sampleLines(facts, before, details),
    // The texts, too, must suit the facts: one may be too long with a longer name of the time zone in it.
    mistakes.length > 0 ? [`Before you build, correct in ${DIRECTORY}:`, ...mistakes.map((line) => `  ${line}`)] : [],
    NEXT_STEPS,
  ]
  for (const lines of parts.filter(({ length }) => length > 0)) console.log(['', ...lines].join('\n'))
}

/** What is left of the sample, or that nothing is left any more. */
function sampleLines(facts: readonly Fact[], before: DepartmentDetails, details: DepartmentDetails): string[] {
  if (!details.sample) {
    if (!before.sample) return []
    return [
      'The footer no longer says that this is a sample.',
      "The privacy notice is still the sample's: read it, write what you really do, and change noticeVersion.",
    ]
  }
  const left = leftOfSample(details)
  const lines = facts.filter(({ show }) => left.includes(show(details)))
  return [
    'The footer says that this is a sample, until these are yours too:',
    ...lines.map(({ label, option, show }) => `  ${label}: ${show(details)} (--${option})`),
  ]
}

/** Languages in which names were removed, because the site does not have them. */
function removedLanguages({ name, hospital, address }: DepartmentDetails, after: DepartmentDetails): string[] {
  const kept = [after.name, after.hospital, after.address].flatMap((texts) => Object.keys(texts))
  const all = [name, hospital, address].flatMap((texts) => Object.keys(texts))
  const removed = [...new Set(all)].filter((code) => !kept.includes(code))
  return removed.map((code) => `Removed: ${code}, which is no language of the site`)
}

/** Replaces the file as a whole: a reader finds the old one or the new one, also when the machine stops meanwhile. */
function replaceFile(details: DepartmentDetails): void {
  const file = join(DIRECTORY, DEPARTMENT)
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${formatted(details)}\n`, { flush: true })
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** JSON as the project formats it: indented by two spaces, with a list on one line where it fits. */
function formatted(details: DepartmentDetails): string {
  return JSON.stringify(details, null, 2).replace(/\[\n[^[\]{}]*\]/g, (list) => {
    const line = list.replace(/\s*\n\s*/g, ' ').replace(/^\[ | \]$/g, (end) => end.trim())
    return line.length <= 100 ? line : list
  })
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}
