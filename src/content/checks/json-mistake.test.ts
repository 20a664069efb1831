import { expect, test } from 'vitest'
import { jsonMistake, repeatedNames } from './json-mistake.ts'

function mistakeIn(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return jsonMistake('hi.json', text, error)
  }
  throw new Error('The text should not be JSON.')
}

const long = (line: string) => `{\n  "heading": "Rhinoplasty of the nose",\n  ${line}\n  "tagline": "Nose surgery"\n}`

test('What a file that is not JSON has wrong is said with its line', () => {
  for (const [text, line] of [
    ['{\n  "a": "x"\n  "b": "y"\n}', ', line 2: a comma is missing at the end'],
    ['{\n  "a": [\n    "x",\n  ]\n}', ', line 3: the comma at the end is one too many: nothing follows before the'],
    ['{\n  "a": "the "nose" of"\n}', ', line 2: a comma is missing, or a quotation mark is in the middle of a text'],
    [
      '{\n  "a": "x,\n  "b": "y"\n}',
      ', line 2: a text has no quotation mark at its end; the whole text is in one line',
    ],
    ['{\n  "a": "x', ', line 2: a text has no quotation mark at its end; the whole text is in one line'],
    ['{\n  "a": "x\ty"\n}', ', line 2: a tab is in a text: write a space'],
    [long('\u00a0"a": "x",'), ', line 3: a space is not an ordinary one, as when it is copied from a page'],
    [long('"a": “x",'), ', line 3: “ cannot stand here: names and texts are in straight quotation marks (")'],
    [long('a: "x",'), ', line 3: a cannot stand here: names and texts are in straight quotation marks (")'],
    ['{\n  "a": "x"\n\n', ', line 2: the file ends too early: a closing bracket is missing'],
    ['{\n  "a": "x"\n}\n}', ', line 4: something follows after the last closing bracket'],
    ['{\n  "a": "x\\y"\n}', ', line 2: a text has a \\ in it, which has a meaning of its own: leave it out'],
    [' \n', ': is empty'],
  ] as const)
    expect(mistakeIn(text)).toContain(`hi.json${line}`)
})

test('A name that is in the same group twice has a line', () => {
  const text = `{
  "a": { "b": "}", "c": ["b", "b"], "b": "\\"c\\": {" },
  "b": [{ "a": "a" }, { "a": "a" }],
  "a": 2
}`
  expect(repeatedNames('hi.json', text)).toEqual([
    'hi.json, line 2: "b" is in this group twice; remove one',
    'hi.json, line 4: "a" is in this group twice; remove one',
  ])
})
