import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameWords, readSearchText, wordsIn, wordsOf } from './search-text.ts'

const words = (...list: string[]) => ({ reference: null, text: { kind: 'words', words: list } })

describe('A search text is', () => {
  test('Typed words are read as they are searched for', () => {
    const rows = [
      ['Asha', words('asha')],
      ['  asha   INVENTED ', words('asha', 'invented')],
      ['a invented', words('invented')],
      ['123', words('123')],
      ['1234', { reference: null, text: { kind: 'phone part', digits: '1234' } }],
      ['asha@visitor.example', { reference: null, text: { kind: 'email', email: 'asha@visitor.example' } }],
      [' ASHA@Visitor.Example ', { reference: null, text: { kind: 'email', email: 'asha@visitor.example' } }],
      ['123456', { reference: null, text: { kind: 'phone part', digits: '123456' } }],
      ['(12345) 67-89', { reference: null, text: { kind: 'phone part', digits: '123456789' } }],
      ['1234567890', { reference: null, text: { kind: 'phone', key: '1234567890' } }],
      ['+91 12345-67890', { reference: null, text: { kind: 'phone', key: '1234567890' } }],
      ['\u202a+91 12345\u201167890\u202c', { reference: null, text: { kind: 'phone', key: '1234567890' } }],
      ['7k3m9rxd', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m9rxd'] } }],
      [' 7K3M-9RXD ', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m', '9rxd'] } }],
      ['7K3M 9RXD', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m', '9rxd'] } }],
      ['2346-7892', { reference: '2346-7892', text: { kind: 'phone part', digits: '23467892' } }],
      ['', undefined],
      ['a b', undefined],
      ['+-()', undefined],
    ] as const
    for (const [typed, read] of rows) {
      expect(readSearchText(typed), `${typed} ${read}`).toEqual(read)
    }
  })
})

describe('The words of a name', () => {
  test('of names are those that a search may begin with', () => {
    const rows = [
      ['Zoë Müller-Invented', ['zoe', 'muller', 'invented']],
      ["Ana O'Neil", ['ana', 'neil']],
      ['İpek', ['ipek']],
      ['आशा देवी', ['आशा', 'देवी']],
      ['क्‍ष', ['क्ष']],
      ['Ana ana ANA', ['ana']],
      ['X Y', []],
    ] as const
    for (const [name, list] of rows) {
      expect(nameWords(name), `${name} ${list}`).toEqual(list)
    }
  })

  test('are the same when they are read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const own = nameWords(name)
        expect(nameWords(own.join(' '))).toEqual(own)
      }),
    )
  })
})

test('A request is found by the first eight words of its name, each up to 24 letters, and by its address and number', () => {
  const words = Array.from({ length: 9 }, (_, number) => `${'x'.repeat(24)}${number}`)
  const name = ['ada', 'bea', 'eve', 'ida', 'joy', 'kim', 'lea', ...words].join(' ')
  const found = wordsOf({ name, phone: '+91 98765-43210', email: 'ASHA@visitor.example' })
  const named = ['ada', 'bea', 'eve', 'ida', 'joy', 'kim', 'lea', 'x'.repeat(24)]
  expect(found).toEqual(['#9876543210', '%0123456789', '@asha@visitor.example', ...named])
  const long = wordsIn({ kind: 'words', words: ['x'.repeat(30)] })[0]?.[0]
  expect([long?.from, long && long.to > long.from]).toEqual(['x'.repeat(24), true])
})
