import { expect, test } from 'vitest'
import { decodeForm, decodeJson } from './decode-body.ts'

const bytes = (text: string) => Buffer.from(text)

test('A form is decoded: plus is a space, escapes are UTF-8, a value may contain equals signs', () => {
  expect(decodeForm(bytes('name=Asha+Invented&message=%E0%A4%86%0D%0Aa%3Db=c&empty=&bare'))).toEqual({
    name: 'Asha Invented',
    message: 'आ\r\na=b=c',
    empty: '',
    bare: '',
  })
  expect(decodeForm(bytes(''))).toEqual({})
})

test("A form is refused that is malformed, has a field twice or a name of JavaScript's own", () => {
  const broken: [string, Buffer][] = [
    ['a malformed escape', bytes('name=100%')],
    ['an escape that is not hexadecimal', bytes('name=%zz')],
    ['escapes that are not UTF-8', bytes('name=%ff')],
    ['an escaped lone surrogate', bytes('name=%ED%A0%80')],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
    ['a duplicate field', bytes('name=a&name=a')],
    ['a duplicate field, spelt differently', bytes('name=a&n%61me=b')],
    ['__proto__', bytes('__proto__=x')],
    ['__proto__, escaped', bytes('%5F_proto__=x')],
    ['constructor', bytes('constructor=x')],
  ]
  for (const [what, body] of broken) expect(decodeForm(body), what).toBeUndefined()
})

test('A JSON object is decoded', () => {
  expect(decodeJson(bytes('{"fullname":"आशा","start_time":null}'))).toEqual({ fullname: 'आशा', start_time: null })
})

test("JSON is refused that is malformed, is no object or has a name of JavaScript's own", () => {
  const broken: [string, Buffer][] = [
    ['nothing', bytes('')],
    ['half an object', bytes('{"fullname":')],
    ['an array', bytes('[]')],
    ['null', bytes('null')],
    ['a text', bytes('"fullname"')],
    ['bytes that are not UTF-8', Buffer.from('{"fullname":"\xff"}', 'latin1')],
    ['__proto__', bytes('{"__proto__":{"admin":true}}')],
    ['__proto__, escaped', bytes('{"\\u005f_proto__":{"admin":true}}')],
    ['__proto__ in a nested object', bytes('{"fullname":{"a":[{"__proto__":1}]}}')],
    ['constructor', bytes('{"constructor":"x"}')],
  ]
  for (const [what, body] of broken) expect(decodeJson(body), what).toBeUndefined()
})

test('The last value of a duplicate JSON key counts', () => {
  expect(decodeJson(bytes('{"fullname":"a","fullname":"b"}'))).toEqual({ fullname: 'b' })
})
