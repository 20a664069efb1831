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
