import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameWords, readSearchText, wordsIn, wordsOf } from './search-text.ts'

const words = (...list: string[]) => ({ reference: null, text: { kind: 'words', words: list } })

const whole = (typed: string) => (/1.*90/.test(typed) ? '+911234567890' : null)

test('Typed words are read as they are searched for', () => {
  const asha = { reference: null, text: { kind: 'email', email: 'asha@visitor.example' } }
  const phone = { reference: null, text: { kind: 'phone', number: '+911234567890' } }
  const part = (digits: string) => ({ reference: null, text: { kind: 'phone part', digits } })
  const rows = [
    ['  asha   INVENTED ', words('asha', 'invented')],
    ['a invented', words('invented')],
    ['GROẞ O’Brien ΠΑΠΠΆΣ', words('gross', 'obrien', 'παππασ')],
    ['as asha ash in inv invented as', words('asha', 'invented')],
    ['ba be bi bo bu ca ce cide co cu', words('ba', 'be', 'bi', 'bo', 'bu', 'ca', 'ce', 'cide')],
    ['123', words('123')],
    ['12345', words('12345')],
    ['123456', part('123456')],
    [' ASHA@Visitor.Example ', asha],
    ['(12345) 67-89', part('123456789')],
    ['+91 12345-67890', phone],
    ['\u202a+91 12345\u201167890\u202c', phone],
    ['7k3m9rxd', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m9rxd'] } }],
    [' 7K3M-9RXD ', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m', '9rxd'] } }],
    ['7K3M 9RXD', { reference: '7K3M-9RXD', text: { kind: 'words', words: ['7k3m', '9rxd'] } }],
    ['2346-7892', { ...part('23467892'), reference: '2346-7892' }],
    ['', undefined],
    ['a b', undefined],
    ['+-()', undefined],
  ] as const
  for (const [typed, read] of rows) expect(readSearchText(typed, whole), typed).toEqual(read)
})

test('The words of a name are those that a search may begin with', () => {
  const rows = [
    ['Zoë Müller-Invented', ['zoe', 'muller', 'invented']],
    ["Ana O'Neil", ['ana', 'oneil']],
    ['O’Brien D‘Souza Oʼ́Dea', ['obrien', 'dsouza', 'odea']],
    ["'Ana' d' Invented'", ['ana', 'invented']],
    ['İpek YILMAZ', ['ipek', 'yilmaz']],
    ['Yılmaz', ['yilmaz']],
    ['Łukasz Żółć', ['lukasz', 'zolc']],
    ['Søren Kjærgård', ['soren', 'kjaergard']],
    ['Weiß WEISS ẞorg', ['weiss', 'ssorg']],
    ['Γιώργος ΓΙΏΡΓΟΣ', ['γιωργοσ']],
    ['Đặng Thị Phượng', ['dang', 'thi', 'phuong']],
    ['Семён Йовович', ['семен', 'иовович']],
    ['आशा देवी', ['आशा', 'देवी']],
    ['क्‍ष', ['क्ष']],
    ['Ana ana ANA', ['ana']],
    ['X Y', []],
  ] as const
  for (const [name, list] of rows) expect(nameWords(name), name).toEqual(list)
})

test('The words of a name are the same when they are read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const own = nameWords(name)
      expect(nameWords(own.join(' '))).toEqual(own)
    }),
  )
})

test('A request is found by the first eight words of its name, each up to 24 letters, and by its address and number', () => {
  const words = Array.from({ length: 9 }, (_, number) => `${'x'.repeat(24)}${number}`)
  const name = ['ada', 'bea', 'eve', 'ida', 'joy', 'kim', 'lea', ...words].join(' ')
  const number = '+919876543210'
  const found = wordsOf({ name, phone: '098765-43210', number, email: 'ASHA@visitor.example' })
  const named = ['ada', 'bea', 'eve', 'ida', 'joy', 'kim', 'lea', 'x'.repeat(24)]
  const numbers = ['#+919876543210', '#09876543210', '#9876543210', '%012345678919']
  expect(found).toEqual([...numbers, '@asha@visitor.example', ...named])
  const long = wordsIn({ kind: 'words', words: ['x'.repeat(30)] })[0]?.[0]
  expect([long?.from, long && long.to > long.from]).toEqual(['x'.repeat(24), true])
})
