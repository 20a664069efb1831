import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
    remove: (file: string) => rmSync(join(directory, file)),
    mistakes: () => checkedContents(directory).mistakes,
    warnings: () => checkedContents(directory).warnings,
  }
}

type Copy = Awaited<ReturnType<typeof copyOfContent>>

it('The sample content has no mistakes and no warnings', () => {
  const { contents, mistakes, warnings } = checkedContents('content')
  expect({ mistakes, warnings }).toEqual({ mistakes: [], warnings: [] })
  expect(contents?.[0].code).toBe('en')
})

describe('Each mistake has a line that says what is wrong, and where', () => {
  it.each<[title: string, change: (copy: Copy) => void, lines: string[]]>([
    [
      'a text that is too long',
      ({ replace }) =>
        replace('en.json', '"Abdominoplasty",\n        "tagline"', `"${'Abdomen '.repeat(9)}",\n        "tagline"`),
      ['en.json, hero, slide 2, heading: has 72 letters; at most 17 fit'],
    ],
    [
      'a text that is too long with the facts in it',
      ({ replace }) =>
        replace('en.json', 'Times are {zone}', 'All times that this page shows anywhere at all are {zone}'),
      [
        'en.json, forms, timesAre: "All times that this page shows anywhere at all are India Standard Time" has 70 letters; at most 59 fit',
      ],
    ],
    [
      'an empty text',
      ({ replace }) => replace('en.json', '"Page not found"', '" "'),
      ['en.json, notFound, heading: is empty'],
    ],
    [
      'texts with HTML',
      ({ replace }) => {
        replace('en.json', '"Page not found"', '"<b>Page</b> not found"')
        replace('en.json', '"Go to the home page"', '"Home &amp; Q&A; 2 < 3 > 1 & so on;"')
      },
      [
        'en.json, notFound, heading: has <b> in it, which visitors would read as it stands: leave it out',
        'en.json, notFound, home: has &amp; in it, which visitors would read as it stands: leave it out',
      ],
    ],
    [
      'a name that is there twice',
      ({ replace }) => replace('en.json', '"heading": "Page not found",', '"heading": "Lost",\n    "heading": "Lost",'),
      ['en.json, line 165: "heading" is in this group twice; remove one'],
    ],
    [
      'a placeholder that is missing, and one that has no meaning',
      ({ replace }) => replace('en.json', 'Times are {zone}', 'Times are {timezone}'),
      ['en.json, forms, timesAre: {zone} is missing, {timezone} has no meaning here'],
    ],
    [
      'names that are misspelled',
      ({ replace }) => {
        replace('en.json', '"whenHeading"', '"whenHeadin"')
        replace('en.json', '"readyHeading"', '"readyHeadin"')
      },
      [
        'en.json, thankYou, whenHeadin: has no meaning here; check its spelling',
        'en.json, thankYou, readyHeadin: has no meaning here; check its spelling',
        'en.json, thankYou, whenHeading: is missing',
        'en.json, thankYou, readyHeading: is missing',
      ],
    ],
    [
      'data of another kind',
      ({ replace }) => {
        replace('department.json', '"sample": true', '"sample": "yes"')
        replace('department.json', '"emergencyTelephone": "112"', '"emergencyTelephone": 112')
        replace('department.json', '"banner_rhinoplasty"', '"banner_rhinoplasty", "banner_other"')
      },
      [
        'department.json, sample: should be true or false, without quotation marks',
        'department.json, emergencyTelephone: should be a text in quotation marks',
        'department.json, banner 4: is one too many',
      ],
    ],
    [
      'a direction that does not exist',
      ({ replace }) => replace('en.json', '"ltr"', '"left"'),
      ['en.json, language, direction: is "left"; it should be "ltr" or "rtl"'],
    ],
    [
      'files that are not JSON',
      ({ replace }) => {
        replace('en.json', '"locale": "en-GB",', '"locale": "en-GB"')
        replace('department.json', '"sample": true,', '"sample": true,,')
      },
      [
        'department.json, line 14: , cannot stand here: names and texts are in straight quotation marks (")',
        'en.json, line 4: a comma is missing at the end',
      ],
    ],
    [
      'a file with letters of another encoding',
      ({ write }) => write('en.json', Buffer.from('{ "language": "\xe9" }', 'latin1')),
      ['en.json: is not saved as UTF-8'],
    ],
    ['English that is missing', ({ remove }) => remove('en.json'), ['en.json: is missing in the folder content']],
    [
      'a department that is missing',
      ({ remove }) => remove('department.json'),
      ['department.json: is missing in the folder content'],
    ],
    [
      'a file that is no language',
      ({ write }) => {
        write('notes.json', '{}')
        write('Hi.json', '{}')
        write('xx.json', '{}')
      },
      ['Hi', 'notes', 'xx'].map((name) => `${name}.json: its name is no language's code, such as hi for Hindi`),
    ],
    [
      'a locale of another language',
      ({ replace }) => replace('en.json', '"en-GB"', '"de-DE"'),
      ['en.json, language, locale: "de-DE" is another language than "en", the file\'s name'],
    ],
    [
      'two languages with the same locale',
      ({ replace, directory }) => {
        cpSync(join(directory, 'hi.json'), join(directory, 'hi-in.json'))
        replace('hi.json', '"locale": "hi"', '"locale": "hi-IN"')
        replace('hi-in.json', '"locale": "hi"', '"locale": "hi-IN"')
      },
      ['hi-in.json, language, locale: "hi-IN" is also the locale of hi.json'],
    ],
    [
      'English with words of its own',
      ({ replace }) => replace('en.json', '"description":', '"wording": { "SEND": "Go" }, "description":'),
      ["en.json, wording, SEND: should not be here: English shows the specification's own words"],
    ],
    [
      'another language without the words of the specification',
      ({ directory, write }) => {
        const { wording: _, ...texts } = JSON.parse(readFileSync(join(directory, 'hi.json'), 'utf8'))
        write('hi.json', JSON.stringify(texts))
      },
      [expect.stringMatching(/^hi\.json, wording: is missing\. It is a group with .* "Get A Callback", "Enter Name"/)],
    ],
    [
      'another language without one of the words',
      ({ replace }) => replace('hi.json', '"SEND": "भेजें",', ''),
      ['hi.json, wording, SEND: is missing'],
    ],
    [
      'a name in a language that the site does not have',
      ({ replace }) =>
        replace('department.json', '"en": "Sample Hospital",', '"en": "Sample Hospital", "ta": "மாதிரி",'),
      [
        expect.stringMatching(
          /^department\.json, hospital, ta: the site is not in this language: there is no file ta\.json/,
        ),
      ],
    ],
    [
      'an unknown slide class, and one of another slide',
      ({ replace }) =>
        replace(
          'department.json',
          '["banner_breast_augmentation", "banner_abdominoplasty", "banner_rhinoplasty"]',
          '["banner_rhinoplasty", "banner_tummy", "banner_rhinoplasty"]',
        ),
      [
        'department.json, banner 1: "banner_rhinoplasty" belongs to another slide; slide 1 has "banner_breast_augmentation"',
        'department.json, banner 2: "banner_tummy" is an unknown slide class; slide 2 has "banner_abdominoplasty"',
      ],
    ],
    [
      'colours that cannot be read',
      ({ replace }) => {
        replace('department.json', '"action": "#33595d"', '"action": "#7fa0a4"')
        replace('department.json', '"bronze": "#86694a"', '"bronze": "#8f7152"')
      },
      [
        'department.json, colours: action #7fa0a4 and an outlined button under the pointer (paper with some action) #edece7 have a contrast of 2.37:1; a text needs 4.5:1',
        'department.json, colours: bronze #8f7152 and paper #f7f3ed have a contrast of 4.08:1; a text needs 4.5:1',
        'department.json, colours: action #7fa0a4 and bone #efe8de have a contrast of 2.31:1; a button or icon needs 3:1',
      ],
    ],
    [
      'hours that end before they begin, and days in another order',
      ({ replace }) => {
        replace('department.json', '"from": "00:00"', '"from": "18:00"')
        replace('department.json', '"until": "24:00"', '"until": "09:00"')
        replace('department.json', '"Monday", "Tuesday"', '"Tuesday", "Monday", "Tuesday"')
      },
      [
        'department.json, callingHours, days: should be in the order of the week, each once: Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
        'department.json, callingHours, until: 09:00 is not after 18:00; midnight is 24:00',
      ],
    ],
  ])('%s', async (_, change, lines) => {
    const copy = await copyOfContent()
    change(copy)
    expect(copy.mistakes().map((line) => line.replace(copy.directory, 'content'))).toEqual(lines)
  })
})

it('All mistakes of all files are told at once', async () => {
  const { mistakes, replace } = await copyOfContent()
  replace('department.json', '"Asia/Kolkata"', '"India"')
  replace('en.json', '"en-GB"', '"British English"')
  replace('hi.json', '"direction": "ltr"', '"direction": "left"')
  expect(mistakes()).toEqual([
    'department.json, timeZone: is not a time zone such as Asia/Kolkata',
    'en.json, language, locale: is not a language tag such as "hi" or "en-GB"',
    'hi.json, language, direction: is "left"; it should be "ltr" or "rtl"',
  ])
})

it('A mistake that one check finds hides none that another finds', async () => {
  const { mistakes, replace } = await copyOfContent()
  replace('department.json', '"sample": true', '"sample": "true"')
  replace('department.json', '"callsFrom": "+91 00000 00000"', '"callsFrom": 0')
  replace('department.json', '"en": "Sample Hospital",', '"en": "Sample Hospital", "ta": "மாதிரி",')
  replace('department.json', '"telephone": "+91 00000 00000"', '"telephone": "00000 00000"')
  replace('department.json', '"until": "24:00"', '"until": "00:00"')
  replace('department.json', '"bronze": "#86694a"', '"bronze": "#8f7152"')
  replace('department.json', '"banner_abdominoplasty"', '"banner_tummy"')
  expect(mistakes()).toEqual([
    'department.json, sample: should be true or false, without quotation marks',
    'department.json, callsFrom: should be a text in quotation marks',
    expect.stringMatching(/^department\.json, hospital, ta: the site is not/),
    expect.stringMatching(/^department\.json, telephone: .* does not dial/),
    expect.stringMatching(/^department\.json, callingHours, until: 00:00 is not after/),
    expect.stringMatching(/^department\.json, colours: bronze .* have a contrast of/),
    expect.stringMatching(/^department\.json, banner 2: "banner_tummy" is an unknown slide class/),
  ])
})

it('A mistake in one language hides no text of another that is too long with the facts in it', async () => {
  const { mistakes, replace } = await copyOfContent()
  replace('en.json', '"Page not found"', '""')
  replace('hi.json', '{zone} के अनुसार"', 'इस पेज पर दिखाया गया हर एक समय बिना किसी अपवाद के हमेशा {zone} के अनुसार"')
  expect(mistakes()).toEqual([
    'en.json, notFound, heading: is empty',
    expect.stringMatching(/^hi\.json, forms, timesAre: .* has \d+ letters; at most \d+ fit$/),
  ])
})

it('A forbidden promise is a warning with the rule behind it, and no mistake', async () => {
  const { mistakes, replace, warnings } = await copyOfContent()
  replace('en.json', 'Each operation in one sentence.', 'The best operations.')
  replace('hi.json', 'हर ऑपरेशन एक वाक्य में।', 'दर्द रहित ऑपरेशन।')
  expect(mistakes()).toEqual([])
  expect(warnings()).toEqual([
    expect.stringMatching(/^en\.json, procedures, sentence: "best" promises too much\. Nobody can prove it: .+\.$/),
    expect.stringMatching(/^hi\.json, procedures, sentence: "दर्द रहित" promises too much\. Every operation hurts.+\.$/),
  ])
})

it('A program that needs the content ends with the mistakes, and without a stack trace', async () => {
  const { directory, replace } = await copyOfContent()
  replace('en.json', 'Each operation in one sentence.', 'The best operations.')
  const program = `import { contentsOrExit } from './scripts/read-content.ts'
    console.log(contentsOrExit(${JSON.stringify(directory)}).length > 0)`
  const run = () => {
    const { status, stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', program], { encoding: 'utf8' })
    return { status, stdout, lines: stderr.trim().split('\n') }
  }
  expect(run()).toMatchObject({ status: 0, stdout: 'true\n', lines: [expect.stringMatching(/^Warning: en\.json, /)] })
  replace('en.json', '"en-GB"', '"British English"')
  expect(run()).toEqual({
    status: 1,
    stdout: '',
    lines: [
      expect.stringMatching(/^Warning: en\.json, /),
      'en.json, language, locale: is not a language tag such as "hi" or "en-GB"',
      `One mistake in the folder ${directory}: see ${directory}/README.md.`,
    ],
  })
})
