import { expect, test } from 'vitest'
import { BROWSER, htmlFormPost } from '../../../../tests/support/form-calls.ts'
import { DETAILS } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { htmlFormKey } from './idempotency-key.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test('An HTML form post leads to /thank-you once it is stored, when Sec-Fetch-Site or Origin says that it comes from our page', async () => {
  const { app, stored } = await startPublicListener()
  const { 'sec-fetch-site': _, ...bare } = BROWSER
  const ofOrigin = { ...bare, origin: 'http://localhost', host: 'localhost' }
  for (const post of [htmlFormPost('appointment'), htmlFormPost('contact', {}, ofOrigin)]) {
    const answer = await app.inject(post)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers).toMatchObject({ location: '/thank-you', 'cache-control': 'no-store' })
  }
  const time_slot = '10:00am-12:00pm'
  const [appointment, contact] = (await stored()).toSorted((a, b) => a.form.localeCompare(b.form))
  expect(appointment).toMatchObject({ form: 'appointment', name: 'Asha Invented', time_slot })
  expect(contact).toMatchObject({ form: 'contact', name: 'Ravi Invented', time_slot })
})

test('A post that names a language of the site is answered in it; any other leads to no other address', async () => {
  const { app, database } = await startPublicListener()
  for (const [query, home] of [
    ['hi', '/hi/'],
    ['', '/'],
    ['fr', '/'],
    ['//evil.example/', '/'],
    ['hi&language=en', '/'],
  ] as const) {
    const post = htmlFormPost('contact', { name: `Asha ${query}` })
    const answer = await app.inject({ ...post, url: `${post.url}?language=${query}` })
    expect(answer.headers.location, query).toBe(`${home}thank-you`)
  }
  const languages = await database.selectFrom('callback_requests').select('language').execute()
  expect(languages.map(({ language }) => language).sort()).toEqual(['en', 'en', 'en', 'en', 'hi'])
})

test('A form posted twice at once is stored once; posted in the next ten minutes of the clock, it is stored again', async () => {
  let now = at('09:20:00')
  const { app, stored } = await startPublicListener({ now: () => now })
  const post = async () => (await app.inject(htmlFormPost('appointment'))).headers.location
  expect(await Promise.all([post(), post()])).toEqual(['/thank-you', '/thank-you'])
  for (const [time, count] of [
    ['09:29:59.999', 1],
    ['09:30:00', 2],
  ] as const) {
    now = at(time)
    await post()
    expect(await stored()).toHaveLength(count)
  }
  const others = [{ phone: '9876543211' }, { timeSlot: 'Anytime' }, { form: 'contact', service: null, message: '' }]
  const keys = [{}, ...others].map((changes) => htmlFormKey({ ...DETAILS, ...changes } as typeof DETAILS, now))
  expect(new Set(keys).size).toBe(4)
  expect(keys.join('')).not.toMatch(/Asha|98765|visitor/)
})
