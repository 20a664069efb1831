import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './requests.ts'

/** A store with three requests of two people, who share an address and a number, and the command on it. */
async function start() {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  const receive = receiverIn(database, { channels: ['staff-mail'] })
  const message = 'Please call\n\nRequests: 7\n  reference: FAKE-FAKE'
  const details = { form: 'contact', service: null, message } as const
  const references = [
    await receive({ ...details, phone: '0000000001', email: 'asha@visitor.example' }),
    await receive({ ...details, phone: '0000000001', email: 'ravi@visitor.example' }),
    await receive({ ...details, phone: '0000000002', email: 'Asha@visitor.example' }),
  ]
  await database.destroy()
  const person = async (...args: string[]) => {
    const { stdout, ...others } = await runHere(REQUESTS, ['person', ...args], { DATA_DIR })
    expect(others).toEqual({ stderr: '', exitCode: 0 })
    return stdout
  }
  return { references, DATA_DIR, person }
}

test('Everything of an address or a number is printed as JSON, with an audit event', async () => {
  const { references, person, DATA_DIR } = await start()
  const [first, second, third] = references
  const found = async (...args: string[]) => {
    const { requests, callbacks } = JSON.parse(await person(...args, '--format', 'json'))
    return {
      references: requests.map(({ reference }: { reference: string }) => reference).sort(),
      others: callbacks.map((callback: { requests_of_others: number }) => callback.requests_of_others).sort(),
    }
  }
  // One of them waits together with somebody else's request.
  expect(await found('--email', ' ASHA@visitor.example')).toEqual({ references: [first, third].sort(), others: [0, 1] })
  expect(await found('--phone', '+91 (00000) 000-01')).toEqual({ references: [first, second].sort(), others: [0] })
  expect(await person('--email', 'nobody@visitor.example')).toBe('No such request was found.\n')

  const database = await openDatabase(DATA_DIR)
  const events = await database.selectFrom('audit_events').selectAll().execute()
  await database.destroy()
  const detail = '{"requests":2,"how":"command"}'
  expect(events).toMatchObject([1, 2].map(() => ({ kind: 'exported', by: null, client: null, detail })))
})

test('In the page to read no typed text looks like a line of ours', async () => {
  const { references, person } = await start()
  const page = await person('--phone', '0000000002')
  expect(page).toMatch(/^Everything that is stored of this person\. Times are UTC\.\n\nRequests: 1\n\n {2}reference: /)
  for (const line of [`reference: ${references[2]}`, 'phone: 0000000002', 'status: new', 'channel: staff-mail']) {
    expect(page).toContain(`\n  ${line}\n`)
  }
  expect(page).toMatch(/\nCallbacks: 1\n[\s\S]*\nNotes: 0\n[\s\S]*\nMessages: 1\n[\s\S]*\nAudit log: 1\n/)
  expect(page.match(/^Requests: /gm)).toHaveLength(1)
  expect(page.match(/^ {2}reference: /gm)).toHaveLength(2)
})
