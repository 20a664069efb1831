import { expect, test } from 'vitest'
import { repeatedNames } from './repeated-names.ts'

test('A name that is in a group twice has a line', () => {
  const text = `{
  "a": { "b": "x", "c": "y", "b": "z" },
  "d": 1,
  "a": 2
}`
  expect(repeatedNames('hi.json', text)).toEqual([
    'hi.json, line 2: "b" is in this group twice; remove one',
    'hi.json, line 4: "a" is in this group twice; remove one',
  ])
})

test('Names in different groups, and texts with brackets, colons and quotation marks, have none', () => {
  const text = '{ "a": { "b": "}", "c": ["b", "b"] }, "b": "\\"c\\": {", "c": [{ "a": "a" }, { "a": "a" }] }'
  expect(JSON.parse(text)).toMatchObject({ b: '"c": {' })
  expect(repeatedNames('hi.json', text)).toEqual([])
})
