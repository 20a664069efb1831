import { expect, onTestFinished, test } from 'vitest'
import { CallbackRequests } from '../server/storage/callback-requests.ts'
import { Erasures } from '../server/storage/erasures.ts'
import { openDatabase } from '../server/storage/open-database.ts'
import { describeNeeding } from '../server/testing/needing.ts'
import { hasPostgres } from '../server/testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../server/testing/postgres-database.ts'
import { DETAILS, RECEIPT } from '../server/testing/samples.ts'
import { run } from '../server/testing/server-process.ts'
import { temporaryDirectory } from '../server/testing/temporary-directory.ts'

async function opened(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  return { database, requests: new CallbackRequests(database, { channels: ['webhook'] }) }
}

async function stores(count: number) {
  const DATA_DIR = await temporaryDirectory()
  const to = await newPostgresDatabase()
  const from = await opened(DATA_DIR)
  const campaign = { source: 'letter', medium: null, campaign: 'शरद', term: null, content: null }
  const receiveAll = (first: number, end: number) =>
    Promise.all(
      Array.from({ length: end - first }, (_, index) =>
        from.requests.receive(DETAILS, { ...RECEIPT, campaign, idempotencyKey: `key-${first + index}` }),
      ),
    )
  await receiveAll(0, count)
  const copy = (environment = {}) => run('src/cli/requests.ts', ['copy', '--to', to], { DATA_DIR, ...environment })
  return { DATA_DIR, from, to: await opened(to), receiveAll, copy }
}

/** What the command says of requests, each with a message. */
function said(copied: number, already: number): string {
  const counts = `${copied} copied and compared, ${already} there already`
  return `callback_requests: ${counts}\noutbox_messages: ${counts}\nclosed_webhooks: 0 copied and compared, 0 there already\n`
}

describeNeeding({ PostgreSQL: hasPostgres() }, 'Copying to PostgreSQL', () => {
  test('brings every request and its message over as they were, and only what is new when it is repeated', async () => {
    const { from, to, receiveAll, copy } = await stores(1_200)
    const all = (store: typeof from) => Array.fromAsync(store.requests.all())
    expect(await copy()).toEqual({
      stdout: said(1_200, 0),
      stderr: '',
      exitCode: 0,
    })
    const before = await all(from)
    expect(await all(to)).toEqual(before)

    const [first] = before
    await to.database.updateTable('callback_requests').set({ status: 'called' }).execute()
    await receiveAll(1_200, 1_203)
    expect(await copy()).toMatchObject({ stdout: said(3, 1_200) })
    const after = await all(to)
    expect(after).toHaveLength(1_203)
    expect(after.find(({ reference }) => reference === first?.reference)?.status).toBe('called')
    const again = await to.requests.receive(DETAILS, { ...RECEIPT, idempotencyKey: 'key-7' })
    expect(before.map(({ reference }) => reference)).toContain(again.ok && again.reference)
  })

  test('brings nobody back who was erased there', async () => {
    const { from, to, copy } = await stores(10)
    await copy()
    const [first, ...others] = await Array.fromAsync(from.requests.all())
    await new Erasures(to.database, undefined).erase({ reference: first?.reference ?? '' })

    const { stdout, exitCode } = await copy()
    expect({ exitCode, lines: stdout.split('\n').slice(0, 2) }).toEqual({
      exitCode: 0,
      lines: ['callback_requests', 'outbox_messages'].map(
        (table) => `${table}: 0 copied and compared, 9 there already, 1 left out, for they were erased there`,
      ),
    })
    expect(await Array.fromAsync(to.requests.all())).toEqual(others)
  })

  test('copies nothing when another request has the reference of one of ours', async () => {
    const { from, to, copy } = await stores(20)
    const [first] = await Array.fromAsync(from.requests.all())
    const other = new CallbackRequests(to.database, { newReference: () => first?.reference ?? '' })
    await other.receive({ ...DETAILS, name: 'Other Invented' }, RECEIPT)

    expect(await copy()).toEqual({
      stdout: '',
      stderr: `callback_requests has another row under reference ${first?.reference}; nothing was copied\n`,
      exitCode: 1,
    })
    expect(await Array.fromAsync(to.requests.all())).toHaveLength(1)
  })

  test('says in one line, without a password, what stands in its way', async () => {
    const { DATA_DIR, copy } = await stores(1)
    const empty = await temporaryDirectory()
    expect(await copy({ DATA_DIR: empty })).toEqual({
      stdout: '',
      stderr: `DATA_DIR (${empty}) holds no requests.\n`,
      exitCode: 1,
    })

    const args = ['copy', '--to', 'postgres://clinic:invented-password@127.0.0.1:1/clinic']
    const { stderr, exitCode } = await run('src/cli/requests.ts', args, { DATA_DIR })
    expect(stderr).toMatch(/^--to \(127\.0\.0\.1:1\/clinic\) cannot be used: .*\n$/)
    expect(exitCode).toBe(1)
  })

  test('is not needed for reading: the other commands read PostgreSQL where DATABASE_URL names it', async () => {
    const DATABASE_URL = await newPostgresDatabase()
    await (await opened(DATABASE_URL)).requests.receive(DETAILS, RECEIPT)
    const { stdout } = await run('src/cli/requests.ts', ['export', '--format', 'json'], { DATABASE_URL })
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Asha Invented' }])
  })
})
