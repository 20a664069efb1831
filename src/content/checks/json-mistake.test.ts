import { expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

function mistakeIn(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return jsonMistake('hi.json', text, error)
  }
  throw new Error('The text should not be JSON.')
}

const long = (line: string) => `{\n  "heading": "Rhinoplasty of the nose",\n  ${line}\n  "tagline": "Nose surgery"\n}`

test.each([
  ['a comma is missing', '{\n  "a": "x"\n  "b": "y"\n}', 'hi.json, line 2: a comma is missing at the end'],
  [
    'a comma is one too many',
    '{\n  "a": "x",\n}',
    'hi.json, line 2: the comma at the end is one too many: nothing follows before the closing bracket',
  ],
  [
    'a comma is one too many in a list',
    '{\n  "a": [\n    "x",\n  ]\n}',
    'hi.json, line 3: the comma at the end is one too many: nothing follows before the closing bracket',
  ],
  [
    'a quotation mark is in the middle of a text',
    '{\n  "a": "the "nose" of"\n}',
    'hi.json, line 2: a comma is missing, or a quotation mark is in the middle of a text: write “ and ” there',
  ],
  [
    'a text has no end',
    '{\n  "a": "x,\n  "b": "y"\n}',
    'hi.json, line 2: a text has no quotation mark at its end; the whole text is in one line',
  ],
  [
    'the last text has no end',
    '{\n  "a": "x',
    'hi.json, line 2: a text has no quotation mark at its end; the whole text is in one line',
  ],
  ['a text has a tab', '{\n  "a": "x\ty"\n}', 'hi.json, line 2: a tab is in a text: write a space'],
  [
    'a space is a no-break space',
    long('\u00a0"a": "x",'),
    'hi.json, line 3: a space is not an ordinary one, as when it is copied from a page: type it again',
  ],
  [
    'a text begins with a curly quotation mark',
    long('"a": “x",'),
    'hi.json, line 3: “ cannot stand here: names and texts are in straight quotation marks (")',
  ],
  [
    'a text has no quotation marks',
    long('"a": Rhinoplasty,'),
    'hi.json, line 3: R cannot stand here: names and texts are in straight quotation marks (")',
  ],
  [
    'a name has no quotation marks',
    long('a: "x",'),
    'hi.json, line 3: a cannot stand here: names and texts are in straight quotation marks (")',
  ],
  [
    'a bracket is missing',
    '{\n  "a": "x"\n\n',
    'hi.json, line 2: the file ends too early: a closing bracket is missing',
  ],
  [
    'a bracket is one too many',
    '{\n  "a": "x"\n}\n}',
    'hi.json, line 4: something follows after the last closing bracket',
  ],
  [
    'a text has a backslash',
    '{\n  "a": "x\\y"\n}',
    'hi.json, line 2: a text has a \\ in it, which has a meaning of its own: leave it out',
  ],
  ['the file is empty', ' \n', 'hi.json: is empty'],
])('When %s, the line says so', (_, text, line) => {
  expect(mistakeIn(text)).toBe(line)
})
