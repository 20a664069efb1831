import { expect, test } from 'vitest'
import { SPECIFIED_OFFER } from './department-facts.ts'
import { digitsOf } from './phone-number.ts'

const INDIAN = { countryPrefix: '+91', offer: SPECIFIED_OFFER }

test('A number that is put in at once becomes its digits; any other text is left as it is', () => {
  for (const put of [
    ...['9876543210', '+91 98765 43210', '+91-98765-43210', '(98765) 43210', '[98765]\u00a043210', '98765\u201143210'],
    ...['\u202a+91 98765 43210\u202c', '  9876543210\n', '09876543210', '0 98765 43210', '919876543210'],
    ...['91 98765 43210', '0091 98765 43210', '00919876543210', '+91 (0) 98765-43210', '+9109876543210'],
    ...['9109876543210', '(+91)9876543210', '98765.43210', '+91.98765.43210', '98765\t43210', '98765/43210'],
    ...['98765\u221243210', "'9876543210", '9876543210.', 'tel:+91-98765-43210', 'TEL:09876543210'],
    ...['Tel. 98765 43210', '\ufefft\u200bel:+919876543210', '📞 98765 43210', '☎\ufe0f +91 98765 43210'],
    ...['98\u200b76\u00ad54\u20603210', '98\u115f7654\u034f3210', '\uff0b91 98765 43210'],
  ])
    expect(digitsOf(put, INDIAN), put).toBe('9876543210')
  // A prefix is taken away only where a whole number remains: these begin like one.
  for (const put of ['9123456780', '0123456789', '0091234567']) expect(digitsOf(put, INDIAN), put).toBe(put)
  for (const put of [
    ...['', '+91', '987654321', '98765432109', '+1 98765 43210', '+44 98765 43210', '+9876543210', '0019876543210'],
    ...['98765+43210', '9876543210 ext 1', '9876543210.5', '98765 43210, 98765 43211', '98765\u000043210', '1e9'],
    ...['tel:', 'call me', '०९८७६५४३२१०'],
  ])
    expect(digitsOf(put, INDIAN), put).toBeUndefined()
})

test('It has as many digits as the department says, and its prefix', () => {
  const kenyan = { countryPrefix: '+254', offer: { phoneDigits: { least: 9, most: 10 } } }
  const put = ['+254 700 000 001', '254700000001', '0700 000 001', '00254 0700 000 001', '70000001', '+91 70000 00001']
  expect(put.map((number) => digitsOf(number, kenyan))).toEqual([
    ...['700000001', '700000001', '0700000001', '0700000001', undefined, undefined],
  ])
  const american = { countryPrefix: '+1', offer: SPECIFIED_OFFER }
  for (const number of ['+1 (201) 555-0123', '1-201-555-0123', '201.555.0123', '001 201 555 0123'])
    expect(digitsOf(number, american), number).toBe('2015550123')
})
