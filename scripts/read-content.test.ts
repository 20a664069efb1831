import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'
import { checkedContents } from './read-content.ts'

/** A copy of the content, in which a test makes mistakes. */
async function copyOfContent() {
  const directory = join(await temporaryDirectory(), 'content')
  cpSync('content', directory, { recursive: true })
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  return {
    directory,
    /** Replaces a text, which the file has once. */
    replace(file: string, from: string, to: string) {
      const [before, after, ...others] = read(file).split(from)
      if (before === undefined || after === undefined || others.length > 0) throw new Error(`${file}: ${from}`)
      writeFileSync(join(directory, file), `${before}${to}${after}`)
    },
    write: (file: string, text: string | Buffer) => writeFileSync(join(directory, file), text),
    checked: () => checkedContents(directory),
  }
}

test('The sample content has no mistakes and no warnings', () => {
  const { mistakes, warnings } = checkedContents('content')
  expect({ mistakes, warnings }).toEqual({ mistakes: [], warnings: [] })
})

test('Each mistake in texts and facts has a line that says what is wrong, and where, all at once', async () => {
  const { checked, replace, directory } = await copyOfContent()
  replace('en.json', '"Abdominoplasty",\n        "tagline"', `"${'Abdomen '.repeat(9)}",\n        "tagline"`)
  replace('en.json', '"heading": "Page not found",', '"heading": "Lost",\n    "heading": " ",')
  replace('en.json', '"Go to the home page"', '"<b>Home</b> Q&A; 2 < 3 > 1 & so on;"')
  replace('en.json', 'Times are {zone}', 'Times are {timezone}')
  replace('en.json', '"readyHeading"', '"readyHeadin"')
  replace('en.json', '"en-GB"', '"British English"')
  replace('en.json', '"description":', '"wording": { "SEND": "Go" }, "description":')
  replace('hi.json', '"ltr"', '"left"')
  replace('hi.json', '"SEND": "भेजें",', '')
  replace('department.json', '"sample": true', '"sample": "true"')
  replace('department.json', '"en": "Sample Hospital",', '"en": "Sample Hospital", "ta": "மாதிரி",')
  replace('department.json', '"Asia/Kolkata"', '"India/Pune"')
  replace('department.json', '"from": "00:00"', '"from": "18:00"')
  replace('department.json', '"until": "24:00"', '"until": "09:00"')
  replace(
    'department.json',
    '"retentionDays": 365',
    '"procedures": ["Other"], "closedDays": ["2026-02-29"], "retentionDays": 365, "languages": ["en", "hi", "xx"]',
  )
  replace('pictures.json', '"banner_abdominoplasty"', '"banner_tummy"')
  expect(checked().mistakes.sort()).toEqual([
    'department.json, callingHours: 09:00 is not after 18:00; midnight is 24:00',
    'department.json, closedDay 1: is not a day such as 2026-12-25',
    expect.stringMatching(
      /^department\.json, hospital, ta: the site is not in this language: there is no file ta\.json/,
    ),
    'department.json, language 3: "xx" is no language\'s code, such as hi for Hindi',
    'department.json, procedure 1: "Other" is there already; "Other" always ends the list',
    'department.json, sample: should be true or false, without quotation marks',
    'department.json, timeZone: is not a time zone such as Asia/Kolkata',
    'en.json, forms, timesAre: {zone} is missing, {timezone} has no meaning here',
    'en.json, hero, slide 2, heading: has 72 letters; at most 17 fit',
    'en.json, language, locale: is not a language tag such as "hi" or "en-GB"',
    'en.json, line 180: "heading" is in this group twice; remove one',
    'en.json, notFound, heading: is empty',
    'en.json, notFound, home: has <b> in it, which visitors would read as it stands: leave it out',
    'en.json, thankYou, readyHeadin: has no meaning here; check its spelling',
    'en.json, thankYou, readyHeading: is missing',
    "en.json, wording, SEND: should not be here: English shows the specification's own words",
    'hi.json, language, direction: is "left"; it should be "ltr" or "rtl"',
    'hi.json, wording, SEND: is missing',
    'pictures.json, banner_abdominoplasty: is missing',
    'pictures.json, banner_tummy: has no meaning here; check its spelling',
    `xx.json: is missing in the folder ${directory}`,
  ])
})

test('Files that are missing, are not JSON or have a wrong name have a line each', async () => {
  const { checked, replace, write, directory } = await copyOfContent()
  for (const name of ['notes', 'Hi', 'xx']) write(`${name}.json`, '{}')
  replace('department.json', '"sample": true,', '"sample": true,,')
  write('en.json', Buffer.from('{ "language": "\xe9" }', 'latin1'))
  rmSync(join(directory, 'pictures.json'))
  expect(checked().mistakes.sort()).toEqual(
    [
      ...['Hi', 'notes', 'xx'].map((name) => `${name}.json: its name is no language's code, such as hi for Hindi`),
      'department.json, line 15: , cannot stand here: names and texts are in straight quotation marks (")',
      'en.json: is not saved as UTF-8',
      `pictures.json: is missing in the folder ${directory}`,
    ].sort(),
  )
  rmSync(join(directory, 'en.json'))
  expect(checked().mistakes).toContain(`en.json: is missing in the folder ${directory}`)
})

test('A new language needs its own locale and the words of the specification', async () => {
  const { checked, directory, write } = await copyOfContent()
  const { wording: _, ...texts } = JSON.parse(readFileSync(join(directory, 'hi.json'), 'utf8'))
  write('ta.json', JSON.stringify(texts))
  expect(checked().mistakes).toEqual([
    expect.stringMatching(/^ta\.json, wording: is missing\. It is a group with .* "Get A Callback", "Enter Name"/),
    'ta.json, language, locale: "hi" is another language than "ta", the file\'s name',
  ])
  rmSync(join(directory, 'ta.json'))
  write('hi-in.json', readFileSync(join(directory, 'hi.json'), 'utf8'))
  expect(checked().mistakes).toEqual(['hi-in.json, language, locale: "hi" is also the locale of hi.json'])
})

test('A copy of a language’s file under another name is noted as what is not translated, also where that language is not shown', async () => {
  const { checked, directory, write, replace } = await copyOfContent()
  const copy = readFileSync(join(directory, 'hi.json'), 'utf8').replace('"locale": "hi"', '"locale": "ta"')
  write('ta.json', copy)
  const note = expect.stringMatching(
    /^ta\.json: (\d+) of \1 texts are as in hi\.json: "npm run build -- --untranslated"/,
  )
  expect(checked().notes).toContainEqual(note)
  expect(checked().untranslated).toContainEqual(expect.stringMatching(/^ta\.json, wording, SEND: "भेजें"$/))
  replace('department.json', '"timeZone"', '"languages": ["ta", "en"], "timeZone"')
  expect(checked().notes).toContainEqual(note)
  rmSync(join(directory, 'ta.json'))
  // A variant of a language may have its texts; and what is translated is no copy.
  replace('department.json', '["ta", "en"]', '["en", "hi", "hi-latn"]')
  write('hi-latn.json', copy.replace('"locale": "ta"', '"locale": "hi-Latn"'))
  expect(checked().notes.filter((line) => line.includes('texts are as in'))).toEqual([])
})

test('A program that needs the content warns of promises, and ends with the mistakes, without a stack trace', async () => {
  const { directory, replace } = await copyOfContent()
  replace('en.json', 'Each operation in one sentence.', 'The best operations.')
  replace('hi.json', 'हर ऑपरेशन एक वाक्य में।', 'दर्द रहित ऑपरेशन।')
  replace('en.json', '"en-GB"', '"British English"')
  const program = `import { contentsOrExit } from './scripts/read-content.ts'
    contentsOrExit(${JSON.stringify(directory)})`
  const { status, stderr } = spawnSync('node', ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const promise = (file: string, words: string) =>
    `^Warning: ${file}, procedures, sentence: "${words}" promises too much\\. `
  expect({ status, lines: stderr.trim().split('\n') }).toEqual({
    status: 1,
    lines: [
      expect.stringMatching(promise('en.json', 'best')),
      expect.stringMatching(promise('hi.json', 'दर्द रहित')),
      'en.json, language, locale: is not a language tag such as "hi" or "en-GB"',
      `One mistake in the folder ${directory}: see ${directory}/README.md.`,
    ],
  })
})
