import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { erasureListIn } from '../../src/server/storage/erasure/erasure-list.ts'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { hasPostgres } from '../support/database/postgres-binaries.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { LOSSY_DISK_NEEDS, LossyDisk } from '../support/power/lossy-disk.ts'
import { UNHEARD_WEBHOOK } from '../support/samples.ts'
import { run, startServer } from '../support/server-process.ts'
import { testRequiring } from '../support/test-requirements.ts'

const cuts = inject('soakFactor')
const isSoak = cuts > 1

const SECONDS_PER_CUT = 180

/** The machine whose power is cut. */
interface Machine {
  disk: LossyDisk
  /** The store, as `openDatabase` takes it. */
  location: string
  /** The same for our programs. */
  environment: Record<string, string>
  /** Starts what the store needs, when the disk is mounted again. */
  start(): Promise<void>
  /** Ends the same. */
  kill(): Promise<void>
}

/**
 * Cuts the power again and again while requests come and are erased, on PostgreSQL also during its checkpoints. Checks
 * each time what the disk has, before and after the server has started on it.
 */
async function cutUnderLoad({ disk, location, environment, start, kill }: Machine): Promise<void> {
  const seed = randomInt(1, 2 ** 31)
  console.info(`power cuts: seed ${seed}`)
  /** At every third cut, from the first on, nothing is left of what was not synced; at the others some of it. */
  const remount = (cut: number) => disk.mount(cut % 3 === 0 ? 0 : seed + cut)
  const startInstance = () => startServer({ ...environment, LOG_LEVEL: 'silent', ...UNHEARD_WEBHOOK })
  let server = await startInstance()
  const callers = new Callers(16, [server.address])
  const isPostgres = 'DATABASE_URL' in environment
  const erased: string[] = []
  const others = new Set<string>()
  for (let cut = 0; cut < cuts; cut++) {
    const email = `erased-${cut}@visitor.example`
    const fullname = `Erased ${cut}`
    others.add(fullname)
    expect((await postAppointment(server.address, { fullname, email })).status).toBe(201)
    const erasing = run('src/cli/requests.ts', ['erase', '--email', email], environment).then(({ exitCode }) => {
      if (exitCode === 0) erased.push(email)
    })
    const beginCheckpoint = isPostgres ? await checkpointOf(location) : async () => {}
    // Every second cut finds the erasure where it happens to be.
    if (cut % 2 === 0) await erasing
    await callers.acknowledge((seed + cut) % 200)
    const checkpoint = beginCheckpoint().catch(() => {}) // the cut comes first, or not
    await callers.acknowledge((seed + cut) % 30)

    await disk.cut()
    server.child.kill('SIGKILL')
    await Promise.all([server.exited, kill(), erasing, checkpoint])
    await remount(cut + 1)
    await start()
    await expectIntact(location, callers, 1, others)
    server = await startInstance()
    await expectIntact(location, callers, 1, others)
    await expectErased(location, erased)
    if (isPostgres) await expectIntactIndexes(location)
    else expect((await erasureListIn(location).hashes()).length).toBeGreaterThanOrEqual(erased.length)
    callers.callAt([server.address])
  }
  await callers.acknowledge(16)
  await callers.finish()
  await expectIntact(location, callers, 1, others)
  expect(erased.length).toBeGreaterThanOrEqual(cuts / 2)
  console.info(`power cuts: ${cuts}, acknowledged: ${callers.acknowledged.size}, erased: ${erased.length}`)
}

/** What PostgreSQL does by itself after minutes, and SQLite after 4 MB: write the changed pages to the tables' files. */
async function checkpointOf(location: string) {
  const client = new Client(location)
  client.on('error', () => {}) // the cut ends the connection
  await client.connect()
  return async () => {
    await client.query('checkpoint')
    await client.end()
  }
}

async function expectErased(location: string, emails: readonly string[]): Promise<void> {
  const database = await openDatabase(location)
  const all = database.selectFrom('callback_requests').select('email')
  const remaining = await all.where('email', 'in', emails).execute()
  await database.destroy()
  expect(remaining).toEqual([])
}

/** Reads every page of tables and indexes, which have checksums, and looks in each index for each row. */
async function expectIntactIndexes(location: string): Promise<void> {
  const database = await openDatabase(location)
  await sql`create extension if not exists amcheck`.execute(database)
  const checked = await sql`select bt_index_check(indexrelid, true) from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'btree'`.execute(database)
  await database.destroy()
  expect(checked.rows.length).toBeGreaterThan(20)
}

testRequiring(
  LOSSY_DISK_NEEDS,
  `After power cuts under load (${cuts}), SQLite has every acknowledged request once, and none that was erased`,
  { timeout: cuts * SECONDS_PER_CUT * 1_000 },
  async () => {
    const disk = await LossyDisk.create()
    await disk.mount(0)
    const DATA_DIR = join(disk.directory, 'data')
    const nothing = async () => {}
    await cutUnderLoad({ disk, location: DATA_DIR, environment: { DATA_DIR }, start: nothing, kill: nothing })
  },
)

if (isSoak) {
  testRequiring(
    { ...LOSSY_DISK_NEEDS, PostgreSQL: hasPostgres() },
    `After power cuts under load (${cuts}), PostgreSQL has every acknowledged request once, and none that was erased`,
    { timeout: cuts * SECONDS_PER_CUT * 1_000 },
    async () => {
      const disk = await LossyDisk.create()
      await disk.mount(0)
      const postgres = new PostgresServer([], { data: join(disk.directory, 'data') })
      onTestFinished(() => postgres.remove())
      await postgres.create()
      const DATABASE_URL = await postgres.createDatabase()
      const start = () => postgres.start()
      const kill = () => postgres.crash()
      await cutUnderLoad({ disk, location: DATABASE_URL, environment: { DATABASE_URL }, start, kill })
    },
  )
}
