import fc from 'fast-check'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'

const CRLF = '\r\n'
const START = 'POST /api/appointment HTTP/1.1'
const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)
const HEADERS = [
  'Host: localhost',
  'X-Requested-With: XMLHttpRequest',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
]
const WHOLE = Buffer.from([START, ...HEADERS, '', BODY].join(CRLF))

const garbage = fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((bytes) => Buffer.from(bytes))

/** A valid call that ends too early: in its first line, in a header, or in its body. */
const partial = fc.integer({ min: 1, max: WHOLE.length - 1 }).map((end) => WHOLE.subarray(0, end))

const brokenStart = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'post', 'G\0T', '', 'PRI', 'CONNECT', 'TRACE', '\x16\x03\x01'),
    fc.oneof(
      fc.constantFrom('/', '*', '//', '/%', '/%ff', '/x#%ff', '/../../etc/passwd', 'http://[', '/\0'),
      fc.string(),
    ),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP', ''),
  )
  .map((parts) => Buffer.from([parts.join(' '), 'Host: localhost', '', ''].join(CRLF)))

/** A valid call with ambiguous framing: two lengths, a length and chunks, or neither that can be read. */
const framing = fc
  .constantFrom(
    ['Content-Length: -1'],
    ['Content-Length: 1e3'],
    ['Content-Length: 99999999999999999999'],
    ['Content-Length: 5', 'Content-Length: 6'],
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding : chunked'],
  )
  .map((lengths) => Buffer.from([START, ...HEADERS.slice(0, 3), ...lengths, '', BODY].join(CRLF)))

const brokenChunks = fc
  .constantFrom('zz\r\n', '5\r\nabc', 'ffffffffffffffff1\r\n', '-1\r\n', '5;\0\r\n', '\r\n\r\n')
  .map((chunk) => Buffer.from([START, ...HEADERS.slice(0, 3), 'Transfer-Encoding: chunked', '', chunk].join(CRLF)))

const badHeader = fc
  .oneof(
    fc.constantFrom('Host', ': x', 'a b: c', 'X-\0: 1', 'X: \x01', `X: ${'y'.repeat(20_000)}`),
    fc.string({ unit: 'binary', minLength: 1 }).map((name) => `${name}\0: x`),
  )
  .map((header) => Buffer.from([START, header, ...HEADERS.slice(1), '', BODY].join(CRLF), 'latin1'))

/** Bytes that are not a complete request, in one piece or in several; nothing of them may be stored. */
export const brokenRequests: fc.Arbitrary<Buffer[]> = fc
  .tuple(
    fc.oneof(garbage, partial, brokenStart, framing, brokenChunks, badHeader),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  )
  .map(([bytes, cuts]) => {
    const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((one, other) => one - other), bytes.length]
    return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
  })
