import { describe, expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { CONTACT_FIELDS } from '../../tests/support/samples.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './requests.ts'

describe('The command "person"', () => {
  async function start() {
    const location = await temporaryDirectory()
    const database = await openDatabase(location)
    const receive = receiverIn(database, { channels: ['staff-mail'] })
    const message = 'Please call\n\nRequests: 7\n  reference: FAKE-FAKE'
    const details = { form: 'contact', service: null, message } as const
    const of = (phone: string, email: string) => receive({ ...details, phone, email })
    const references = [
      await of('0000000001', 'asha@visitor.example'),
      await of('0000000001', 'ravi@visitor.example'),
      await of('0000000002', 'Asha@visitor.example'),
    ]
    const events = await database.selectFrom('audit_events').select('id').execute()
    expect(events).toEqual([])
    await database.destroy()
    return { references, location, requests: (...args: string[]) => runHere(REQUESTS, args, { DATA_DIR: location }) }
  }

  test('prints everything of an address or a number as JSON, with an audit event', async () => {
    const { references, requests, location } = await start()
    const [first, second, third] = references
    const byEmail = await requests('person', '--email', ' ASHA@visitor.example', '--format', 'json')
    expect(byEmail).toMatchObject({ exitCode: 0, stderr: '' })
    const person = JSON.parse(byEmail.stdout)
    expect(person.requests.map(({ reference }: { reference: string }) => reference).sort()).toEqual(
      [first, third].sort(),
    )
    // One of them waits together with somebody else's request.
    const others = person.callbacks.map((callback: { requests_of_others: number }) => callback.requests_of_others)
    expect(others.sort()).toEqual([0, 1])
    const byPhone = await requests('person', '--phone', '+91 (00000) 000-01', '--format', 'json')
    const found = JSON.parse(byPhone.stdout).requests.map(({ reference }: { reference: string }) => reference)
    expect(found.sort()).toEqual([first, second].sort())

    const database = await openDatabase(location)
    const events = await database.selectFrom('audit_events').selectAll().execute()
    await database.destroy()
    const detail = '{"requests":2,"how":"command"}'
    expect(events).toMatchObject([1, 2].map(() => ({ kind: 'exported', by: null, client: null, detail })))
  })

  test('prints a page to read, in which no typed text looks like a line of ours', async () => {
    const { references, requests } = await start()
    const { stdout, exitCode } = await requests('person', '--phone', '0000000002')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^Everything that is stored of this person\. Times are UTC\.\n\nRequests: 1\n\n {2}reference: /,
    )
    for (const line of [`reference: ${references[2]}`, 'phone: 0000000002', 'status: new', 'channel: staff-mail']) {
      expect(stdout).toContain(`\n  ${line}\n`)
    }
    expect(stdout).toMatch(/\nCallbacks: 1\n[\s\S]*\nNotes: 0\n[\s\S]*\nMessages: 1\n[\s\S]*\nAudit log: 1\n/)
    expect(stdout.match(/^Requests: /gm)).toHaveLength(1)
    expect(stdout.match(/^ {2}reference: /gm)).toHaveLength(2)
  })
})

test('Finding nobody is not an error', async () => {
  const DATA_DIR = await temporaryDirectory()
  await (await openDatabase(DATA_DIR)).destroy()
  const stdout = 'No such request was found.\n'
  const found = await runHere(REQUESTS, ['person', '--email', CONTACT_FIELDS.email], { DATA_DIR })
  expect(found).toEqual({ stdout, stderr: '', exitCode: 0 })
})
