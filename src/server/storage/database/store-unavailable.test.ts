import { expect, test } from 'vitest'
import { StoreUnavailable, translated } from './store-unavailable.ts'

const failing = (error: Error) => Promise.reject(translated(error))

test.each([
  ['SQLite is locked, full or read-only', ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_FSYNC']],
  [
    'PostgreSQL is disconnected, stopped, starting, full or busy',
    ['08006', '57P01', '57P03', '53100', '53300', '57014'],
  ],
  ['PostgreSQL is read-only, or refuses the sign-in', ['25006', '28P01', '3D000']],
  ['the network fails', ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'CERT_HAS_EXPIRED']],
])('These codes are faults of the store: %s', async (_, codes) => {
  for (const code of codes) {
    const error = Object.assign(new Error('at fault'), { code })
    await expect(failing(error), code).rejects.toBeInstanceOf(StoreUnavailable)
  }
})

test.each(['Connection terminated unexpectedly', 'Query read timeout', 'timeout exceeded when trying to connect'])(
  'pg’s message “%s” is a fault of the store',
  async (message) => {
    await expect(failing(new Error(message))).rejects.toBeInstanceOf(StoreUnavailable)
  },
)

test('An error in a query or in our code is not a fault of the store', async () => {
  for (const code of ['SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', '22021', '23505', '42P01', 'ERR_INVALID_ARG_TYPE']) {
    const error = Object.assign(new Error('at fault'), { code })
    await expect(failing(error), code).rejects.toBe(error)
  }
  await expect(failing(new TypeError('at fault'))).rejects.toBeInstanceOf(TypeError)
})
