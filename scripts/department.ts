/**
 * `npm run department`: asks for the facts of the department, or takes them as options, and writes them into
 * `department.json` in the folder of the content. Run again, it shows the present values, and changes only those that are given.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkContent, DEPARTMENT } from '../src/content/checks/check-content.ts'
import { checkSchema } from '../src/content/checks/schema-mistakes.ts'
import { type DepartmentDetails, DepartmentFile } from '../src/content/schema.ts'
import { languagesOf } from '../src/content/site-languages.ts'
import { contentDirectory } from './content-directory.mjs'
import { ask } from './department/ask.ts'
import { type Check, change, changedBy, differences } from './department/changes.ts'
import { type Fact, factsOf } from './department/facts.ts'
import { languagesIn, optionsIn, usageOf } from './department/options.ts'
import { leftOfSample, settled } from './department/settled.ts'
import { contentFiles } from './read-content.ts'

/** What the command says, and with which code it ends. */
export interface Terminal {
  log(line: string): void
  error(line: string): void
}

/** Ends the command with these lines. */
class Ended extends Error {
  readonly exitCode: number
  readonly lines: string[]

  constructor(exitCode: number, ...lines: string[]) {
    super(lines.join('\n'))
    this.exitCode = exitCode
    this.lines = lines
  }
}

/** `npm run pictures` measures in the colours of its day how much veil the text on each banner needs. */
const AFTER_COLOURS =
  'If the banners are your own pictures, make them again: their text was made readable in the old colours.'

/**
 * Runs the command.
 *
 * @param directory of the content
 * @returns the exit code
 */
export async function runDepartment(args: string[], directory: string, terminal: Terminal): Promise<number> {
  try {
    const present = readDepartment(directory)
    const languages = languagesIn(args)
    const given = new Map(languages === undefined ? [] : [['languages', languages]])
    const facts = present.factsFor(changedBy(present.factsFor, present.details, given).details)
    const options = optionsIn(args, facts)
    if (options.kind === 'help') terminal.log(usageOf(facts))
    else if (options.kind === 'mistakes') throw new Ended(2, ...options.lines)
    else if (options.values.size > 0) write(directory, options.values, terminal)
    else if (process.stdin.isTTY && process.stdout.isTTY) {
      terminal.log('Enter keeps what is in brackets, < goes back a question. Ctrl-C stops, and changes nothing.\n')
      const answers = await ask(present.factsFor, present.details, present.check)
      if (!answers) throw new Ended(130, '\nNothing was changed.')
      write(directory, answers, terminal)
    } else {
      for (const { label, show } of facts) terminal.log(`${label}: ${show(present.details)}`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    for (const line of error.lines) terminal.error(line)
    return error.exitCode
  }
}

/** The department as its file says at this moment. Ends the command when it cannot be read. */
function readDepartment(directory: string) {
  const { files, mistakes } = contentFiles(directory)
  const { data, mistakes: ofSchema } = checkSchema(DEPARTMENT, DepartmentFile, files.department)
  const unread = mistakes.filter((line) => line.startsWith(DEPARTMENT))
  if (!data) throw new Ended(1, ...(unread.length > 0 ? unread : ofSchema), 'Nothing was changed.')
  const details: DepartmentDetails = { ...Object(files.department), ...data } // in the order of the file
  const codes = Object.keys(files.languages)
  const factsFor = (one: DepartmentDetails) => factsOf(languagesOf(one, codes), codes)
  const check: Check = (one) => checkContent({ ...files, codes, department: settled(one, codes) }).mistakes
  return { details, codes, factsFor, check }
}

/**
 * Puts the answers into the file as it is now: somebody may have saved it in an editor since the first question. Says
 * what changed and what to do next.
 */
function write(directory: string, answers: ReadonlyMap<string, string>, { log }: Terminal): void {
  const { details: before, codes, factsFor, check } = readDepartment(directory)
  const changed = change(factsFor, before, answers, check)
  if (!changed.ok) throw new Ended(1, ...changed.mistakes, 'Nothing was changed.')
  const details = settled(changed.details, codes)
  if (isDeepStrictEqual(details, before)) {
    log('Nothing was changed.')
    return
  }
  replaceFile(join(directory, DEPARTMENT), details)
  const facts = factsFor(details)
  const recoloured = isDeepStrictEqual(details.colours, before.colours) ? [] : [AFTER_COLOURS]
  const mistakes = check(details)
  const parts = [
    [...differences(facts, before, details), ...removedLanguages(before, details)],
    recoloured,
    sampleLines(facts, before, details),
    // The texts, too, must suit the facts: one may be too long with a longer name of the time zone in it.
    mistakes.length > 0 ? [`Before you build, correct in ${directory}:`, ...mistakes.map((line) => `  ${line}`)] : [],
    [
      'Next:',
      '  npm run pictures -- FOLDER   puts your photographs into the banners',
      `  npm run dev                  shows the pages while you edit the texts in ${directory}`,
      '  npm start                    builds and serves the site',
    ],
  ]
  for (const lines of parts.filter(({ length }) => length > 0)) log(['', ...lines].join('\n'))
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
function replaceFile(file: string, details: DepartmentDetails): void {
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

if (import.meta.main) process.exitCode = await runDepartment(process.argv.slice(2), contentDirectory(), console)
