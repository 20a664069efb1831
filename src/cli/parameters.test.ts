import { expect, test } from 'vitest'
import { instantOf, parametersIn, referenceOf } from './parameters.ts'

test('The usage names the options and says whether an argument is needed', () => {
  const usage = 'restore FILE --erasures LIST'
  expect(parametersIn(['monday', '--erasures', 'list'], usage)).toEqual({ argument: 'monday', erasures: 'list' })
  expect(parametersIn(['--erasures', 'list'], usage)).toBeUndefined()
  expect(parametersIn(['monday', '--other', 'list'], usage)).toBeUndefined()
  expect(parametersIn([], 'list')).toEqual({ argument: '' })
  expect(parametersIn(['all'], 'list')).toBeUndefined()
})

test('A date begins at midnight UTC, and an instant has a zone', () => {
  expect(instantOf('2026-11-20')).toEqual(new Date('2026-11-20T00:00:00Z'))
  expect(instantOf('2026-11-20T09:30+05:30')).toEqual(new Date('2026-11-20T04:00:00Z'))
  expect(instantOf('2026-11-20T09:30')).toBeUndefined()
})

test('A reference may be written in lower case and with spaces around it', () => {
  expect(referenceOf(' 7k3m-9rxd')).toBe('7K3M-9RXD')
})
