import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DEPARTMENT, DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { openDatabase } from '../database/open-database.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { Worklist } from './worklist.ts'

const { timeZone } = DEPARTMENT
const NOW = SUBMISSION.receivedAt

describeOnEachDatabase('A page of the worklist', (newStore) => {
  test('lists the newest 20 references of a number that asked more often, beside one that asked once', async () => {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    const ask = async (phone: string, name: string, minutesAgo: number) => {
      const receivedAt = new Date(NOW.getTime() - minutesAgo * 60_000)
      const details = { ...DETAILS, phone, name, timeSlot: 'Anytime' } as const
      const result = await requests.receive(details, { ...SUBMISSION, receivedAt })
      return result.ok ? result.reference : ''
    }
    const often: string[] = []
    for (let asked = 1; asked <= 22; asked++) often.unshift(await ask('0000000001', `Asha ${asked}`, 60 - asked))
    const once = await ask('0000000002', 'Ravi Invented', 0)

    const { rows } = await new Worklist(database, timeZone).page('due', { now: NOW, viewer: 'nobody', limit: 50 })
    expect(rows).toMatchObject([
      { asked: 22, name: 'Asha 22', references: often.slice(0, 20) },
      { asked: 1, name: 'Ravi Invented', references: [once] },
    ])
  })
})
