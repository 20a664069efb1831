import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { createLogger } from '../../src/server/logger.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { callRaw } from '../support/raw-caller.ts'
import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from '../support/samples.ts'
import { startPublicListener } from '../support/start-public-listener.ts'

const HEADERS = ['Host: localhost', 'X-Requested-With: XMLHttpRequest']
const JSON_TYPE = 'Content-Type: application/json'
const APPOINTMENT = JSON.stringify(APPOINTMENT_PAYLOAD)
const CONTACT = new URLSearchParams(CONTACT_FIELDS).toString()

const requestOf = (start: string, headers: string[], body = '') => [start, ...headers, '', body].join('\r\n')
const postJson = (
  body: string,
  headers = [`Content-Length: ${body.length}`],
  start = 'POST /api/appointment HTTP/1.1',
) => requestOf(start, [...HEADERS, JSON_TYPE, ...headers], body)
const postForm = (body: string) =>
  requestOf(
    'POST /api/contact-us HTTP/1.1',
    [...HEADERS, 'Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`],
    body,
  )

/** Values that no field takes. */
const BAD_VALUES = ['', 'a\0b', 'Asha\ud800', 0, true, null, [], ['Asha'], {}]

/** Requests that are answered with one status and store nothing. */
const BROKEN: Record<number, string[]> = {
  400: [
    // A first line that is none, and ambiguous framing: two lengths, a length and chunks, or neither that can be read.
    ...['', '\x16\x03\x01', 'POST / HTTP/9.9', 'G\0T / HTTP/1.1', 'PRI * HTTP/2.0', 'GET /\0 HTTP/1.1'].map((start) =>
      postJson(APPOINTMENT, undefined, start),
    ),
    ...[
      ...['Content-Length: -1', 'Content-Length: 1e3', 'Content-Length: 99999999999999999999', ': x', 'a b: c'],
      ...['Content-Length: 5\r\nContent-Length: 6', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
      ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding : chunked', 'X-\0: 1', 'X: \x01'],
    ].map((headers) => postJson(APPOINTMENT, [headers])),
    ...['zz\r\n', 'ffffffffffffffff1\r\n', '-1\r\n', '5;\0\r\n', '\r\n\r\n'].map((chunk) =>
      postJson(chunk, ['Transfer-Encoding: chunked']),
    ),
    // Bodies that are no object, not whole, not UTF-8, too deep, of the other form, or reach an object's prototype.
    ...[
      '',
      'null',
      '[]',
      '"text"',
      'NaN',
      '[{"a":'.repeat(4_000),
      APPOINTMENT.slice(0, -1),
      `${APPOINTMENT}\xff`,
      CONTACT,
      '{"\\u005f_proto__":{}}',
      '{"fullname":{"a":[{"__proto__":1}]}}',
    ]
      .concat(['__proto__', 'constructor', 'prototype'].map((name) => `{"${name}":{},${APPOINTMENT.slice(1)}`))
      .map((body) => postJson(body)),
    ...['%', 'name=%zz', 'name=%ff', 'name=%ED%A0%80', 'name=a&name=b', 'name=a&n%61me=b', `${CONTACT}\xff`].map(
      postForm,
    ),
    ...['__proto__=a', '%5F_proto__=a', 'constructor=a'].map(postForm),
  ],
  413: [postJson(APPOINTMENT.padEnd(65_537))],
  422: [
    postJson('{}'),
    postForm(''),
    postForm(APPOINTMENT),
    ...BAD_VALUES.map((fullname) => postJson(JSON.stringify({ ...APPOINTMENT_PAYLOAD, fullname }))),
    ...['name=', 'name=a%00b'].map((name) => postForm(`${name}&${CONTACT.replace(/&name=[^&]*/, '')}`)),
  ],
  431: [postJson(APPOINTMENT, [`X: ${'y'.repeat(20_000)}`])],
}

/** How often each request is cut and mixed by chance. */
const TIMES = inject('soakFactor')

test('A broken request has the status that fits, in whatever pieces it comes; nothing is stored, and nothing fails', {
  timeout: 180_000 * TIMES,
}, async () => {
  const faults: string[] = []
  const { app, stored } = await startPublicListener({
    logger: createLogger('warn', { write: (line) => faults.push(line) }),
  })
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))

  /** Sends bytes, and then nothing more. @returns the answer */
  async function answerTo(...pieces: (string | Buffer)[]): Promise<string> {
    const { socket, answered } = await callRaw(address, '')
    socket.setNoDelay()
    for (const piece of pieces) {
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
      await delay(1)
    }
    socket.end()
    return answered
  }

  for (const [status, requests] of Object.entries(BROKEN)) {
    await Promise.all(
      requests.map(async (request) => {
        const middle = randomInt(request.length)
        const answer = await answerTo(request.slice(0, middle), request.slice(middle))
        expect(answer, JSON.stringify(request.slice(0, 300))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
        expect(answer).toMatch(/^content-type: application\/problem\+json/im)
        expect(answer).not.toMatch(/Asha|node:internal|\n +at /)
      }),
    )
  }
  // Whole requests that end too early, and bytes without any meaning.
  const whole = [postJson(APPOINTMENT), postForm(CONTACT)]
  for (let time = 0; time < 50 * TIMES; time++) {
    const cut = whole.map((request) => answerTo(request.slice(0, randomInt(1, request.length))))
    for (const answer of await Promise.all([...cut, answerTo(randomBytes(randomInt(1, 2_000)))])) {
      expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/)
    }
  }
  expect(faults.filter((line) => !line.includes('request aborted'))).toEqual([])
  expect(await stored()).toEqual([])
  expect((await postAppointment(address)).status).toBe(201)
})
