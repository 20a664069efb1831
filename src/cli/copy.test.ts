import { expect, onTestFinished, test } from 'vitest'
import { Callers } from '../../tests/support/callers.ts'
import { expectIntact } from '../../tests/support/database/expect-intact.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { run, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../tests/support/test-requirements.ts'
import { WEBHOOK_SECRET } from '../../tests/support/webhook-receiver.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../server/storage/erasure/erasures.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'

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
        from.requests.receive(DETAILS, { ...SUBMISSION, campaign, idempotencyKey: `key-${first + index}` }),
      ),
    )
  await receiveAll(0, count)
  const copy = (environment = {}) => run('src/cli/requests.ts', ['copy', '--to', to], { DATA_DIR, ...environment })
  return { DATA_DIR, from, to: await opened(to), receiveAll, copy }
}

const nothingOf = (...tables: string[]) =>
  tables.map((table) => `${table}: 0 copied and compared, 0 already existed\n`).join('')

const NO_CALLBACKS = nothingOf('callbacks')
const NOTHING_ELSE = nothingOf(
  ...['closed_webhooks', 'staff', 'attempts', 'notes', 'callback_events', 'desk_state', 'audit_events'],
)

/** The command's output for requests with a message each. */
function outputFor(copied: number, already: number): string {
  const counts = `${copied} copied and compared, ${already} already existed`
  return `${NO_CALLBACKS}callback_requests: ${counts}\noutbox_messages: ${counts}\n${NOTHING_ELSE}`
}

describeRequiring({ PostgreSQL: hasPostgres() }, 'Copying to PostgreSQL', () => {
  test('copies every request with its message unchanged, and only new ones when it is repeated', async () => {
    const { from, to, receiveAll, copy } = await stores(1_200)
    const all = (store: typeof from) => Array.fromAsync(store.requests.all())
    expect(await copy()).toEqual({
      stdout: outputFor(1_200, 0),
      stderr: '',
      exitCode: 0,
    })
    const before = await all(from)
    expect(await all(to)).toEqual(before)

    // How long a request is kept is copied; its status in the target stays.
    const kept_from = '2027-01-01T00:00:00.000Z'
    await from.database
      .updateTable('callback_requests')
      .set({ kept_from })
      .where('idempotency_key', '=', 'key-7')
      .execute()
    await to.database.updateTable('callback_requests').set({ status: 'reached' }).execute()
    await receiveAll(1_200, 1_203)
    const stdout = outputFor(3, 1_200).replace('1200 already existed', '1200 already existed, 1 of them updated')
    expect(await copy()).toMatchObject({ stdout })
    const after = await to.database.selectFrom('callback_requests').selectAll().execute()
    expect(after).toHaveLength(1_203)
    const changed = { idempotency_key: 'key-7', kept_from, status: 'reached' }
    expect(after).toContainEqual(expect.objectContaining(changed))
    const again = await to.requests.receive(DETAILS, { ...SUBMISSION, idempotencyKey: 'key-7' })
    expect(before.map(({ reference }) => reference)).toContain(again.ok && again.reference)
  })

  test('does not restore a request that was erased in the target', async () => {
    const { from, to, copy } = await stores(10)
    await copy()
    const [first, ...others] = await Array.fromAsync(from.requests.all())
    await new Erasures(to.database, undefined).erase({ reference: first?.reference ?? '' })

    const { stdout, exitCode } = await copy()
    expect({ exitCode, lines: stdout.split('\n').slice(1, 3) }).toEqual({
      exitCode: 0,
      lines: ['callback_requests', 'outbox_messages'].map(
        (table) => `${table}: 0 copied and compared, 9 already existed, 1 excluded because they were erased`,
      ),
    })
    expect(await Array.fromAsync(to.requests.all())).toEqual(others)
  })

  test('erases in the target what was erased here since, and adds it to the erasure list there', async () => {
    const { DATA_DIR, from, to, copy } = await stores(10)
    await copy()
    const erasures = new Erasures(from.database, erasureListIn(DATA_DIR))
    const rows = await to.database.selectFrom('callback_requests').selectAll().execute()
    const keys = ['key-0', 'key-1', 'key-2']
    const erased = rows.filter(({ idempotency_key }) => keys.includes(idempotency_key ?? ''))
    for (const { reference } of erased) await erasures.erase({ reference })
    // The key of a request that was erased may come again, with a new request.
    const again = await from.requests.receive(
      { ...DETAILS, name: 'Later Invented' },
      { ...SUBMISSION, idempotencyKey: 'key-0' },
    )

    const { stdout, exitCode } = await copy()
    expect({ exitCode, lines: stdout.trimEnd().split('\n') }).toEqual({
      exitCode: 0,
      lines: [
        NO_CALLBACKS.trimEnd(),
        'callback_requests: 1 copied and compared, 7 already existed',
        'outbox_messages: 1 copied and compared, 7 already existed',
        // Each erasure is an event.
        ...NOTHING_ELSE.trimEnd().replace('audit_events: 0 copied', 'audit_events: 3 copied').split('\n'),
        'Requests erased in the target because they were erased here: 3',
      ],
    })
    expect(await Array.fromAsync(to.requests.all())).toEqual(await Array.fromAsync(from.requests.all()))
    expect((await to.requests.newest(20)).map(({ reference }) => reference)).toContain(again.ok && again.reference)

    // An older dump would bring them back.
    const back = erased.filter(({ idempotency_key }) => idempotency_key !== 'key-0')
    await to.database.insertInto('callback_requests').values(back).execute()
    expect(await new Erasures(to.database, undefined).finish()).toBe(back.length)
    const unchanged = outputFor(0, 8).replace(/(audit_events: .*), 0 already/, '$1, 3 already')
    expect(await copy()).toMatchObject({ exitCode: 0, stdout: unchanged })
  })

  test('does not copy a request whose erasure was listed here and then interrupted', async () => {
    const { DATA_DIR, from, to, copy } = await stores(3)
    await copy()
    const [first, ...others] = await Array.fromAsync(from.requests.all())
    const reference = first?.reference ?? ''
    const row = await from.database
      .selectFrom('callback_requests')
      .selectAll()
      .where('reference', '=', reference)
      .execute()
    await new Erasures(from.database, erasureListIn(DATA_DIR)).erase({ reference })
    await from.database.insertInto('callback_requests').values(row).execute()
    await from.database.deleteFrom('erasures').execute()

    expect(await copy()).toMatchObject({ exitCode: 0 })
    expect(await Array.fromAsync(to.requests.all())).toEqual(others)
  })

  test('updates messages that changed here, and keeps deliveries of the target', async () => {
    const { from, to, copy } = await stores(11)
    const idle = { lease: null }
    const delivered = { status: 'delivered', settled_at: '2026-11-20T10:00:00.000Z' }
    const failed = { failed_attempts: 4, due_at: '2026-11-20T11:00:00.000Z', waited_seconds: 90 }
    const queuedAgain = { status: 'waiting', queued_at: '2026-11-21T09:30:00.000Z', failed_attempts: 0 }
    /** How each message changed here and in the target after the first copy, and its state after the second. */
    const changes = [
      { here: delivered, there: {}, result: delivered },
      {
        here: { status: 'abandoned', failed_attempts: 30 },
        there: {},
        result: { status: 'abandoned', failed_attempts: 30 },
      },
      { here: { status: 'dropped' }, there: {}, result: { status: 'dropped' } },
      { here: failed, there: { failed_attempts: 1 }, result: { status: 'waiting', ...failed } },
      { here: { failed_attempts: 1 }, there: failed, result: { status: 'waiting', ...failed } },
      { here: { status: 'abandoned' }, there: { status: 'delivered' }, result: { status: 'delivered' } },
      { here: { status: 'delivered' }, there: { status: 'abandoned' }, result: { status: 'delivered' } },
      { here: { status: 'abandoned' }, there: queuedAgain, result: queuedAgain },
      { here: queuedAgain, there: { status: 'abandoned', failed_attempts: 30 }, result: queuedAgain },
      // An instance there is delivering it at this moment.
      { here: failed, there: { lease: 'theirs' }, result: { status: 'waiting', lease: 'theirs' } },
      { here: { status: 'delivered' }, there: { lease: 'theirs' }, result: { status: 'delivered' } },
    ]
    const messages = await from.database.selectFrom('outbox_messages').select('id').orderBy('id').execute()
    const ids = messages.map(({ id }) => id)
    await from.database.updateTable('outbox_messages').set({ lease: 'ours' }).execute()
    await copy()
    expect(await to.database.selectFrom('outbox_messages').select('lease').distinct().execute()).toEqual([idle])
    for (const [index, { here, there }] of changes.entries()) {
      const update = (store: typeof from, values: object) =>
        store.database
          .updateTable('outbox_messages')
          .set(values)
          .where('id', '=', ids[index] ?? '')
          .execute()
      await update(from, { ...idle, ...here })
      await update(to, { ...idle, ...there })
    }

    const moved = 'outbox_messages: 0 copied and compared, 11 already existed, 7 of them updated\n'
    expect(await copy()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(moved) })
    const after = await to.database.selectFrom('outbox_messages').selectAll().orderBy('id').execute()
    expect(after).toMatchObject(changes.map(({ result }) => ({ ...idle, ...result })))
    expect(await copy()).toMatchObject({ exitCode: 0, stdout: outputFor(0, 11) })
    expect(await to.database.selectFrom('outbox_messages').selectAll().orderBy('id').execute()).toEqual(after)
  })

  test('reads one moment of a store that receives requests meanwhile, and is complete when it is repeated', async () => {
    const { address, dataDirectory: DATA_DIR } = await startServer({
      LOG_LEVEL: 'silent',
      WEBHOOK_URL: 'http://127.0.0.1:1/',
      WEBHOOK_SECRET,
    })
    const to = await newPostgresDatabase()
    const copy = () => run('src/cli/requests.ts', ['copy', '--to', to], { DATA_DIR })
    const callers = new Callers(2, [address])
    await callers.acknowledge(200)
    for (let round = 1; round <= 3; round++) {
      const { stdout, stderr, exitCode } = await copy()
      if (exitCode !== 0)
        expect({ stdout, stderr }).toEqual({
          stdout: '',
          stderr: expect.stringMatching(/^\d+ rows arrived during the copy/),
        })
    }
    await callers.finish()
    expect(await copy()).toMatchObject({ exitCode: 0, stderr: '' })
    await expectIntact(to, callers, 1)
  })

  test('copies nothing when another request has the same reference', async () => {
    const { from, to, copy } = await stores(20)
    const [first] = await Array.fromAsync(from.requests.all())
    const other = new CallbackRequests(to.database, { newReference: () => first?.reference ?? '' })
    await other.receive({ ...DETAILS, name: 'Other Invented' }, SUBMISSION)

    expect(await copy()).toEqual({
      stdout: '',
      stderr: `callback_requests has another row under reference ${first?.reference}; nothing was copied\n`,
      exitCode: 1,
    })
    expect(await Array.fromAsync(to.requests.all())).toHaveLength(1)
  })

  test('says in one line, without a password, why it cannot copy', async () => {
    const { DATA_DIR, copy } = await stores(1)
    const empty = await temporaryDirectory()
    expect(await copy({ DATA_DIR: empty })).toEqual({
      stdout: '',
      stderr: `DATA_DIR (${empty}) has no store: give this command the server's environment and directory.\n`,
      exitCode: 1,
    })

    const args = ['copy', '--to', 'postgres://clinic:invented-password@127.0.0.1:1/clinic']
    const { stderr, exitCode } = await run('src/cli/requests.ts', args, { DATA_DIR })
    expect(stderr).toMatch(/^--to \(127\.0\.0\.1:1\/clinic\) cannot be used: .*\n$/)
    expect(exitCode).toBe(1)
  })

  test('is not needed for reading: the other commands read PostgreSQL where DATABASE_URL names it', async () => {
    const DATABASE_URL = await newPostgresDatabase()
    await (await opened(DATABASE_URL)).requests.receive(DETAILS, SUBMISSION)
    const { stdout } = await run('src/cli/requests.ts', ['export', '--format', 'json'], { DATABASE_URL })
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Asha Invented' }])
  })
})
