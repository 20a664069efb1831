import { expect, test } from 'vitest'
import { faultCount, StoreUnavailable, translated } from './store-unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('at fault'), { code })

test('Faults of SQLite, PostgreSQL and the network make the store unavailable, and count', () => {
  const codes = [
    ...['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_FSYNC'],
    ...['08006', '57P01', '57P03', '53100', '53300', '57014', '25006', '28P01', '3D000'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'CERT_HAS_EXPIRED'],
  ]
  const messages = [
    'Connection terminated unexpectedly',
    'Query read timeout',
    'timeout exceeded when trying to connect',
  ]
  const before = faultCount()
  for (const code of codes) expect(translated(withCode(code)), code).toBeInstanceOf(StoreUnavailable)
  for (const message of messages) expect(translated(new Error(message)), message).toBeInstanceOf(StoreUnavailable)
  expect(faultCount()).toBe(before + codes.length + messages.length)
})

test('An error in a query or in our code is not a fault of the store', () => {
  for (const code of ['SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', '22021', '23505', '42P01', 'ERR_INVALID_ARG_TYPE']) {
    const error = withCode(code)
    expect(translated(error), code).toBe(error)
  }
  expect(translated(new TypeError('at fault'))).toBeInstanceOf(TypeError)
})
