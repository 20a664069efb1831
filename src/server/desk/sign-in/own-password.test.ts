import { describe, expect, test } from 'vitest'
import { type Browser, PASSWORD, startDeskListener, statusOf } from '../../../../tests/support/start-desk-listener.ts'

const WRONG = 'a wrong invented password'
const NEW = 'another long invented password'

describe('A wrong password of somebody who is signed in', () => {
  test.each<[string, (person: Browser, password: string) => ReturnType<Browser['call']>]>([
    ['a new password', (person, current) => person.post('/api/me/password', { current, new: NEW })],
    ['removing the second factor', (person, password) => person.delete('/api/second-factor', { password })],
  ])('Counts like one of a sign-in, and is recorded: %s', async (_, call) => {
    const { signedIn, browser, clock, events } = await startDeskListener()
    const person = await signedIn('coordinator')
    const stranger = await signedIn('coordinator')
    for (let failure = 1; failure <= 4; failure++) expect(statusOf(await call(person, WRONG))).toBe('401')
    // As many at once as a stolen session could send.
    const calls = Array.from({ length: 24 }, () => call(person, WRONG))
    const [answers, other] = await Promise.all([Promise.all(calls), stranger.signIn()])
    expect(answers.map(statusOf).sort()).toEqual([...Array(6).fill('401'), ...Array(18).fill('429')])
    const refused = await call(person, PASSWORD)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(statusOf(await browser().signIn({ email: person.email }))).toBe('429')
    expect([statusOf(other), statusOf(await person.get('/api/me'))]).toEqual(['200', '200'])
    const recorded = { by: person.id, subject: person.id, client: '127.0.0.1' }
    expect(await events('password-refused')).toMatchObject(Array(10).fill(recorded))
    clock.pass({ minutes: 15 })
    expect(statusOf(await call(person, PASSWORD))).toBe('204')
  })

  test('Counts also for its client, and a right one counts nowhere', async () => {
    const { signedIn, browser } = await startDeskListener()
    const people = [await signedIn('coordinator'), await signedIn('coordinator'), await signedIn('coordinator')]
    for (const person of people) {
      for (const current of [...Array(9).fill(WRONG), PASSWORD]) {
        const { statusCode } = await person.post('/api/me/password', { current, new: PASSWORD })
        expect(statusCode).toBe(current === WRONG ? 401 : 204)
      }
    }
    for (let failure = 1; failure <= 3; failure++) {
      expect((await browser().signIn({ email: `nobody-${failure}@clinic.example` })).statusCode).toBe(401)
    }
    expect((await people[0]?.post('/api/me/password', { current: PASSWORD, new: NEW }))?.statusCode).toBe(429)
  })
})
