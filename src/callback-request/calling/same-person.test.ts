import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callbacksOfName, comparedName, namesMatch, placeAt } from './same-person.ts'

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

/** Who asks, and how many of the waiting callbacks are settled before. */
const asked = fc.record({ name: aName, settles: fc.constantFrom(0, 0, 0, 1) })

test('Whose a request is, stays: who waits is known again, whoever else asks; who may be several people is nobody known', () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 16 }), (all) => {
      const waiting: { id: string; person: string; names: string[]; requests: number }[] = []
      const settled: typeof waiting = []
      for (const [index, { name: written, settles }] of all.entries()) {
        settled.unshift(...waiting.splice(0, settles))
        const name = comparedName(written)
        const place = (request: string, reversed = false) => {
          const there = { waiting: reversed ? waiting.toReversed() : waiting, settled, isBlocked: false }
          return placeAt({ name: request, suspicion: null, isAdded: false }, there)
        }
        const { callback, person, suspicion } = place(written)
        expect(place(written, true), 'in any order').toEqual({ callback, person, suspicion })
        if (callbacksOfName(name, waiting).length > 1) expect([callback, person]).toEqual([undefined, undefined])
        if (suspicion !== null) continue
        const own = waiting.find(({ id }) => id === callback)
        if (own) {
          expect([person, own.names.every((known) => match(known, name))]).toEqual([own.person, true])
          own.names.push(name)
          own.requests++
        } else waiting.push({ id: `${index}`, person: person ?? `P${index}`, names: [name], requests: 1 })
        for (const { id, person: theirs, names } of waiting)
          for (const known of names) expect(place(known)).toMatchObject({ callback: id, person: theirs })
      }
    }),
  )
})
