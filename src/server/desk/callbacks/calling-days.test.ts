import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { appointmentCall } from '../../../../tests/support/form-calls.ts'
import { DEPARTMENT } from '../../../../tests/support/samples.ts'
import { startPublicListener } from '../../../../tests/support/start-public-listener.ts'
import { CallbackRequests } from '../../storage/callback-requests.ts'

/** It is Friday 20 November, 15:00 in Kolkata (UTC+05:30); on the Monday that follows nobody calls. */
const CALENDAR = {
  timeZone: 'Asia/Kolkata',
  callingHours: { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], from: '09:00', until: '16:30' },
  closedDays: ['2026-11-23'],
} as const

const department = { ...DEPARTMENT, calendar: CALENDAR }
const window = (due_from: string, due_until: string) => ({
  due_from: `${due_from}:00.000Z`,
  due_until: `${due_until}:00.000Z`,
})
const TUESDAY_FROM_NINE = window('2026-11-24T03:30', '2026-11-25T03:30')

describeOnEachDatabase('A department that does not call on every day', (newStore) => {
  test('promises no window on such a day, whatever visitors and staff do', async () => {
    const desk = await startCalls(await newStore(), { department })
    const { coordinator, clock, database, erasures, worklist } = desk
    const site = await startPublicListener({
      department,
      now: () => clock.now,
      requests: new CallbackRequests(database),
    })
    const address = await site.app.listen({ host: '127.0.0.1', port: 0 })
    const ask = async (phone: string, time_slot: string) => {
      const [start_time = null, end_time = null] = time_slot === 'Anytime' ? [] : time_slot.split('-')
      const { url, headers, payload } = appointmentCall({ phone, time_slot, start_time, end_time })
      const answer = await fetch(`${address}${url}`, { method: 'POST', headers, body: payload })
      expect(answer.status).toBe(201)
      return (await answer.json()).reference
    }
    const rowOf = async (reference: string) => {
      const { callback } = (await coordinator.get(`/api/requests/${reference}`)).json()
      return callback
    }

    const afternoon = await ask('9876500001', '02:00pm-04:00pm')
    expect(await rowOf(afternoon)).toMatchObject(window('2026-11-20T08:30', '2026-11-20T10:30'))
    // Not answered: again after a pause, then on the next day on which somebody calls, also after an erasure.
    const another = await ask('9876500001', 'Anytime')
    await desk.report(afternoon, 'no_answer')
    const onTuesday = window('2026-11-24T08:30', '2026-11-24T10:30')
    expect(await rowOf(afternoon)).toMatchObject(window('2026-11-20T10:15', '2026-11-20T10:30'))
    await erasures.erase({ reference: another })
    clock.pass({ minutes: 50 })
    await desk.report(afternoon, 'no_answer')
    expect(await rowOf(afternoon)).toMatchObject(onTuesday)
    clock.pass({ minutes: 30 })
    expect(await rowOf(await ask('9876500002', '04:00pm-06:00pm'))).toMatchObject(
      window('2026-11-24T10:30', '2026-11-24T12:30'),
    )
    expect(await rowOf(await ask('9876500003', 'Anytime'))).toMatchObject(
      window('2026-11-20T10:50', '2026-11-24T10:50'),
    )
    clock.pass({ minutes: 20 })
    const added = await coordinator.post('/api/requests', {
      name: 'Meera Invented',
      phone: '9876500004',
      time_slot: 'Anytime',
    })
    expect(await rowOf(added.json().reference)).toMatchObject(TUESDAY_FROM_NINE)
    await desk.report(added.json().reference, 'reached')
    expect((await coordinator.post(`/api/callbacks/${added.json().reference}/reopen`)).json()).toMatchObject(
      window('2026-11-20T11:10', '2026-11-21T11:10'),
    )
    const held = await desk.ask({
      phone: '9876500005',
      timeSlot: '10:00am-12:00pm',
      suspected: true,
      minutesAgo: 48 * 60,
    })
    const { callback } = (await coordinator.post(`/api/spam/${held}/restore`)).json()
    expect(callback).toMatchObject(window('2026-11-24T04:30', '2026-11-24T06:30'))
    // What staff choose with the person may lie on any day.
    const chosen = { day: '2026-11-21', time_slot: '08:00pm-10:00pm' }
    const moved = await coordinator.post(`/api/callbacks/${held}/reschedule`, chosen)
    expect(moved.json()).toMatchObject(window('2026-11-21T14:30', '2026-11-21T16:30'))
    expect((await worklist()).counts).toMatchObject({ coming: 3 })
  })
})
