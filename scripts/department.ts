/**
 * `npm run department`: asks for the facts of the department, or takes them as options, and writes them into
 * `content/department.json`. Run again, it shows the present values, and changes only those that are given.
 */

import { isDeepStrictEqual } from 'node:util'
import { DEPARTMENT } from '../src/content/checks/check-content.ts'
import { type DepartmentDetails, DepartmentFile } from '../src/content/schema.ts'
import { ask } from './department/ask.ts'
import { change, differences } from './department/changes.ts'
import { otherLanguages, writeDepartment } from './department/department-file.ts'
import { factsOf } from './department/facts.ts'
import { optionsIn, usageOf } from './department/options.ts'
import { leftOfSample, withSampleFlag } from './department/sample.ts'
import { readContentFile } from './read-content.ts'

/** In the folder in which npm starts the command, which is the project's. */
const DIRECTORY = 'content'

const NEXT_STEPS = `Next:
  npm run pictures -- FOLDER   puts your photographs into the banners
  npm run dev                  shows the pages while you edit the texts in ${DIRECTORY}
  npm start                    builds and serves the site`

const file = readContentFile(DIRECTORY, DEPARTMENT, DepartmentFile)
if (!file.ok) end(1, ...file.mistakes)
const present = file.data
const facts = factsOf(otherLanguages(DIRECTORY))

const options = optionsIn(process.argv.slice(2), facts)
if (options.kind === 'help') console.log(usageOf(facts))
else if (options.kind === 'mistakes') end(1, ...options.lines)
else if (options.values.size > 0) {
  const changed = change(facts, present, options.values)
  if (!changed.ok) end(1, ...changed.mistakes, 'Nothing was changed.')
  write(changed.details)
} else if (process.stdin.isTTY && process.stdout.isTTY) {
  console.log('Enter keeps what is in brackets. Ctrl-C stops, and changes nothing.\n')
  const details = await ask(facts, present)
  if (!details) end(130, '\nNothing was changed.')
  write(details)
} else {
  for (const { label, show } of facts) console.log(`${label}: ${show(present)}`)
}

/** Writes the department if it is not as before, and says what changed and what to do next. */
function write(given: DepartmentDetails): void {
  const details = withSampleFlag(given)
  if (isDeepStrictEqual(details, present)) {
    console.log('Nothing was changed.')
    return
  }
  writeDepartment(DIRECTORY, details)
  console.log(['', ...differences(facts, present, details), '', ...sampleLines(details), NEXT_STEPS].join('\n'))
}

function sampleLines(details: DepartmentDetails): string[] {
  if (!details.sample)
    return present.sample ? ['Nothing of the sample’s identity is left, so the footer no longer says so.', ''] : []
  const left = leftOfSample(details)
  const lines = facts.filter(({ show }) => left.includes(show(details)))
  return [
    'Still the sample’s, so the footer says so:',
    ...lines.map(({ label, option, show }) => `  ${label}: ${show(details)} (--${option})`),
    '',
  ]
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}
