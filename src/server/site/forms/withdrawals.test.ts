import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import {
  appointmentCall,
  contactCall,
  type FormCall,
  htmlFormPost,
  withdrawCall,
} from '../../../../tests/support/form-calls.ts'
import { openWebhookStore } from '../../../../tests/support/notifying-store.ts'
import { keyOf } from '../../../../tests/support/receive.ts'
import { DETAILS } from '../../../../tests/support/samples.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import type { Channel } from '../../../callback-request/calling/messages.ts'
import { CallbackRequests } from '../../storage/callback-requests.ts'
import { htmlFormKey } from './html-form-posts.ts'

const EVENING = { time_slot: '06:00pm-08:00pm', start_time: '06:00pm', end_time: '08:00pm' }
const ANYTIME = { time_slot: 'Anytime', start_time: null, end_time: null }

/** The public listener and the desk's over one store, at 15:00 in Kolkata. */
async function start(store: string, channels: Channel[] = []) {
  const desk = await startCalls(store, { channels })
  const requests = new CallbackRequests(desk.database, { keyOf, channels, onStored: () => desk.changes.publish() })
  const { app } = await startPublicListener({ requests, now: () => desk.clock.now })
  const sent = async (call: FormCall) => {
    const answer = await app.inject(call)
    expect(answer.statusCode).toBe(201)
    return String(answer.json().reference)
  }
  const person = async (reference: string) => (await desk.coordinator.get(`/api/requests/${reference}`)).json()
  return {
    ...desk,
    public: app,
    requests,
    /** Sends the sample's appointment, but for what is said. @returns its reference */
    send: (key: string, changes = {}) => sent(appointmentCall({ ...ANYTIME, ...changes }, { 'idempotency-key': key })),
    sendContact: (key: string, changes = {}) => sent(contactCall(changes, { 'idempotency-key': key })),
    withdraw: async (key: unknown, more: object = {}) =>
      (await app.inject(withdrawCall({ form: 'appointment', key, ...more }))).statusCode,
    person,
    row: async (reference: string) => (await person(reference)).callback,
    kinds: async (reference: string) =>
      (await person(reference)).timeline.map(({ kind }: { kind: string }) => kind) as string[],
  }
}

describeOnEachDatabase('Withdrawing', (newStore) => {
  test('takes back what only its own browser can name: once, within a day, and while nobody has settled it', async () => {
    const {
      send,
      sendContact,
      withdraw,
      public: app,
      erasures,
      report,
      clock,
      requests,
    } = await start(await newStore())
    const key = '0123456789abcdef'
    for (const wrong of [undefined, 7, '', 'k'.repeat(256), 'a\0b']) expect(await withdraw(wrong)).toBe(422)
    expect(await withdraw(key, { form: 'desk' })).toBe(422)
    expect(await withdraw(key, { by: {} })).toBe(422)
    // Nobody can name a key that says what was typed.
    expect((await app.inject(htmlFormPost('appointment'))).statusCode).toBe(303)
    expect(await withdraw(htmlFormKey(DETAILS, clock.now))).toBe(422)

    expect(await withdraw(key), 'a guess').toBe(404)
    await sendContact(key)
    expect(await withdraw(key), 'of another form').toBe(404)
    await send(key)
    expect(await withdraw(key, { by: 'unknown' }), 'replaced by nothing').toBe(404)
    expect(await withdraw(key, { by: key }), 'replaced by itself').toBe(404)
    expect([await withdraw(key), await withdraw(key)]).toEqual([204, 204])

    await send('settled', { phone: '9876543211' })
    const reached = await send('settled too', { phone: '9876543212' })
    await report(reached, 'reached')
    expect(await withdraw('settled too')).toBe(409)
    const erased = await send('erased', { phone: '9876543213' })
    await erasures.erase({ reference: erased })
    expect(await withdraw('erased')).toBe(404)
    clock.pass({ hours: 24 })
    expect(await withdraw('settled'), 'a day later').toBe(404)
    expect((await Array.fromAsync(requests.all())).filter(({ withdrawn_at }) => withdrawn_at)).toHaveLength(1)
  })

  test('leaves the callback with what remains, and settles one of which nothing remains', async () => {
    const { send, withdraw, worklist, row, kinds, person, requests, coordinator, events, changes, signedIn } =
      await start(await newStore())
    const first = await send('1', { selected: 'Rhinoplasty', ...EVENING })
    const second = await send('2', { selected: 'Breast Reduction' })
    let told = 0
    changes.subscribe(() => told++)
    expect(await withdraw('2')).toBe(204)
    expect(told, 'the open pages').toBe(1)
    expect(await row(first)).toMatchObject({ service: 'Rhinoplasty', time_slot: EVENING.time_slot, asked: 1 })
    const third = await send('3', { fullname: 'A. Invented' })
    expect(await withdraw('1', { by: '3' })).toBe(204)
    expect(await row(third)).toMatchObject({ name: 'A. Invented', asked: 1, status: 'new' })
    // Only the names that remain tell whose the next request is.
    const fourth = await send('4', { fullname: 'Arun Invented' })
    expect(await row(fourth)).toMatchObject({ asked: 2 })
    expect(await withdraw('4')).toBe(204)
    expect((await kinds(third)).toSorted()).toEqual([
      'corrected',
      ...Array(4).fill('received'),
      'withdrawn',
      'withdrawn',
    ])

    expect(await withdraw('3')).toBe(204)
    expect((await worklist()).counts).toEqual({ due: 0, overdue: 0, today: 0, coming: 0 })
    expect(await row(third)).toMatchObject({ status: 'withdrawn' })
    const found = (await coordinator.post('/api/requests/search', { status: 'withdrawn' })).json().rows
    expect(found).toContainEqual(expect.objectContaining({ reference: third, status: 'withdrawn' }))
    expect(await Array.fromAsync(requests.all())).toMatchObject(
      Array(4).fill({ status: 'withdrawn', withdrawn_at: expect.stringMatching(/Z$/) }),
    )
    expect(await events('withdrawn')).toMatchObject(
      [second, first, fourth, third].map((subject) => ({ subject, by: null, client: null, detail: null })),
    )
    const day = '2026-11-20'
    const report = (await (await signedIn('manager')).get(`/api/report?from=${day}&to=${day}`)).json()
    expect(report).toMatchObject({ requests_per_day: [{ requests: 0 }], by_service: [], spam: 0 })
    expect((await person(third)).requests[0].withdrawn_at).toMatch(/Z$/)
  })

  test('keeps the first request where the one that replaces it is held back; what is held back is withdrawn too', async () => {
    const { sendContact, withdraw, row, coordinator, kinds, worklist, person } = await start(await newStore())
    const [message, form] = ['See https://a.example and https://b.example and https://c.example', 'contact']
    const first = await sendContact('1')
    const held = await sendContact('2', { message })
    expect(await withdraw('1', { form, by: '2' })).toBe(204)
    expect(await row(first)).toMatchObject({ asked: 1, status: 'new' })
    expect(await kinds(first)).not.toContain('corrected')
    expect(await withdraw('2', { form })).toBe(204)
    expect(statusOf(await coordinator.post(`/api/spam/${held}/restore`))).toBe('409 withdrawn')
    expect((await coordinator.get('/api/spam')).json().rows).toEqual([])
    expect([(await worklist()).held_back, (await person(held)).held_back]).toEqual([0, 0])
    for (const [status, references] of [
      ['withdrawn', [held]],
      ['new', [first]],
    ]) {
      const { rows } = (await coordinator.post('/api/requests/search', { status })).json()
      expect(rows.map(({ reference }: { reference: string }) => reference)).toEqual(references)
    }
  })

  test('hinders no undo, also one that is sent twice', async () => {
    const { send, withdraw, row, attempt, undo } = await start(await newStore())
    const [tried, remaining] = [await send('1'), await send('2')]
    const unanswered = await attempt(tried, 'no_answer')
    expect(await withdraw('1')).toBe(204)
    for (const time of ['at once', 'again'])
      expect(statusOf(await undo(remaining, unanswered)), `undone ${time}`).toBe('200')
    expect(await row(remaining)).toMatchObject({ status: 'new', tries: 0 })
  })
})

describeOnEachDatabase('What the department is told of a withdrawal', (newStore) => {
  async function startTelling(answers: Parameters<typeof openWebhookStore>[0] = []) {
    const store = await openWebhookStore(answers, { location: await newStore() })
    const requests = new CallbackRequests(store.database, { channels: ['webhook'] })
    const withdraw = async (key: string) => {
      const withdrawn = await requests.withdraw({ form: 'appointment', key }, store.clock.now)
      store.notifications.wake()
      return withdrawn
    }
    const bodies = () => store.calls.map(({ body }) => JSON.parse(body))
    return { ...store, withdraw, bodies }
  }

  test('is a message of its own where one was delivered', async () => {
    const { receive, withdraw, until, bodies, calls } = await startTelling()
    const reference = await receive({}, { idempotencyKey: '1' })
    await until({ status: 'delivered' })
    await withdraw('1')
    await until({ status: 'delivered' }, { status: 'delivered' })
    expect(bodies()).toMatchObject([
      { reference, status: 'new', withdrawn_at: null },
      { reference, status: 'withdrawn', withdrawn_at: expect.any(String) },
    ])
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  test('follows a message that was being delivered; one that failed then is dropped', async () => {
    const { receive, withdraw, until, bodies, calls, answerLate, messages } = await startTelling([
      { status: 200 },
      'never',
      { status: 500 },
      'never',
    ])
    // At the first success after a start, what has failed meanwhile is tried again at once.
    await receive()
    await until({ status: 'delivered' })
    await receive({}, { idempotencyKey: '1' })
    await expect.poll(() => calls).toHaveLength(2)
    await withdraw('1')
    answerLate()
    await expect.poll(() => bodies().map(({ status }) => status)).toEqual(['new', 'new', 'withdrawn'])
    await until({ status: 'delivered' }, { status: 'delivered' }, { status: 'waiting', failed_attempts: 1 })
    const reference = await receive({}, { idempotencyKey: '2' })
    await expect.poll(() => bodies().some((body) => body.reference === reference)).toBe(true)
    await withdraw('2')
    answerLate(500)
    const own = async () => (await messages()).filter((message) => message.reference === reference)
    await expect.poll(own).toMatchObject([{ status: 'dropped', failed_attempts: 1 }])
  })
})
