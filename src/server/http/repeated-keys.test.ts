import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasRepeatedKey } from './repeated-keys.ts'

test.each([
  '{"a":1,"a":1}',
  '{"a":1, "b":2, "a" : 3}',
  '{"a":1,"\\u0061":2}',
  '{"a\\"":1,"a\\"":2}',
  '{"":1,"":2}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":[]},{"b":1,"b":2}]',
  '{"a":{"b":1},"c":[{}],"a":0}',
  '{"__proto__":1,"__proto__":2}',
])('%s names a key twice', (json) => {
  expect(() => JSON.parse(json)).not.toThrow()
  expect(hasRepeatedKey(json)).toBe(true)
})

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '{"a":"b","b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '["a","a"]',
])('%s does not', (json) => expect(hasRepeatedKey(json)).toBe(false))

test('What JSON.stringify writes never does; with its first key once more it always does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 }), (object) => {
      const json = JSON.stringify(object)
      expect(hasRepeatedKey(json)).toBe(false)
      expect(hasRepeatedKey(`${json.slice(0, -1)},${JSON.stringify(Object.keys(object)[0])}:0}`)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('The deepest text that a body has room for is read without running out of stack', () => {
  expect(hasRepeatedKey('['.repeat(32_768) + ']'.repeat(32_768))).toBe(false)
  expect(hasRepeatedKey(`"${'\\"'.repeat(32_766)}"`)).toBe(false)
})
