import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callbacksOfName, comparedName, namesMatch } from './same-person.ts'

const match = (one: string, other: string) => {
  const [a, b] = [comparedName(one), comparedName(other)]
  expect(namesMatch(b, a), 'in both orders').toBe(namesMatch(a, b))
  return namesMatch(a, b)
}

test.each([
  'Sunita',
  'S. Joshi',
  'Joshi Sunita',
  'JOSHI, sunita',
  'Súnita Joshi',
  'Sunita-Joshi',
  'sunita\u200b joshi',
])('"%s" fits "Sunita Joshi"', (name) => {
  expect(match(name, 'Sunita Joshi')).toBe(true)
})

test.each(['Rahul Joshi', 'Sumita Joshi', 'S. J.', 'S.', 'Sun', 'सुनीता जोशी', '1234'])(
  '"%s" does not fit "Sunita Joshi"',
  (name) => {
    expect(match(name, 'Sunita Joshi')).toBe(false)
  },
)

test('Vowel signs tell names apart, accents do not, and signs alone match only themselves', () => {
  expect(match('सुनीता', 'सुनता')).toBe(false)
  expect(match('सुनीता जोशी', 'जोशी')).toBe(true)
  expect(match('Ελένη', 'Ελενη')).toBe(true)
  expect(match('Андрей', 'Андреи')).toBe(true)
  expect(match("O'Brien Kay", 'Kay OBrien')).toBe(true)
  expect(match('!!!!', '????')).toBe(false)
  expect(match('!!!!', '!!!!')).toBe(true)
})

test('A request belongs to the callback all of whose names it matches, exactly its words first, and to none of several', () => {
  const callback = (...names: string[]) => ({ names: names.map(comparedName) })
  const [both, rahul, sunita] = [callback('Joshi', 'Sunita Joshi'), callback('Rahul Joshi'), callback('Sunita')]
  const of = (name: string, ...callbacks: { names: string[] }[]) => callbacksOfName(comparedName(name), callbacks)
  expect(of('Sunita Joshi', both, rahul)).toEqual([both])
  expect(of('Rahul Joshi', both, rahul)).toEqual([rahul])
  expect(of('Joshi', both, rahul)).toEqual([both])
  expect(of('Joshi', callback('Sunita Joshi'), rahul)).toHaveLength(2)
  expect(of('Joshi Sunita', sunita, callback('Sunita Joshi'))).toEqual([callback('Sunita Joshi')])
  expect(of('Asha', both, rahul)).toEqual([])
})

/** Names of two families and of none, in several ways to write them. */
const aName = fc
  .tuple(
    fc.subarray(['Sunita', 'Sumita', 'Élan', 'सुनीता', 'Joshi', 'Rao', '9'], { minLength: 1, maxLength: 3 }),
    fc.constantFrom<(words: string[]) => string[]>(
      (words) => words,
      (words) => words.toReversed(),
      ([first = '', ...others]) => [`${first[0]}.`, ...others],
      (words) => words.map((word) => word.normalize('NFD').toUpperCase()),
    ),
  )
  .map(([words, write]) => write(words).join(' '))

test('Whoever has joined a callback joins it again, whoever else asks meanwhile; who may be several people opens one', () => {
  fc.assert(
    fc.property(fc.array(aName, { minLength: 1, maxLength: 12 }), (names) => {
      const waiting: { names: string[] }[] = []
      const joined = new Map<string, { names: string[] }>()
      for (const written of names) {
        const name = comparedName(written)
        const found = callbacksOfName(name, waiting)
        expect(callbacksOfName(name, waiting.toReversed()), 'in any order').toEqual(found.toReversed())
        const own = found[0] && found.length === 1 ? waiting.find((one) => one === found[0]) : undefined
        expect(own?.names.every((known) => match(known, name)) ?? true).toBe(true)
        if (own) own.names.push(name)
        else waiting.push({ names: [name] })
        joined.set(name, own ?? (waiting.at(-1) as { names: string[] }))
        for (const [known, callback] of joined) expect(callbacksOfName(known, waiting)).toEqual([callback])
      }
    }),
  )
})
