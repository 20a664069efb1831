import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { keyOf, receiverIn } from '../../../tests/support/receive.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { CallbackRequests } from './callback-requests.ts'
import { isPostgres } from './database/open-database.ts'
import { Erasures } from './erasure.ts'
import type { ErasureSubject } from './erasure-list.ts'
import { ErasureList } from './erasure-list.ts'

/** A store, and what a test does with it. */
async function storeAt(location: string) {
  const database = await openedDatabase(location)
  const list = isPostgres(database) ? undefined : new ErasureList(`${location}/erasures.list`)
  return {
    database,
    list,
    erasures: new Erasures(database, list),
    receive: receiverIn(database),
    references: async () =>
      (await Array.fromAsync(new CallbackRequests(database).all())).map(({ reference }) => reference),
  }
}

test('Whoever is named by e-mail, number or reference loses exactly the own requests, however the number was typed', async () => {
  const subjects: [ErasureSubject, number[]][] = [
    [{ email: ' ASHA@Visitor.example ' }, [1]],
    [{ email: 'ÉLODIE@visitor.example' }, [2]],
    [{ numbers: [keyOf('+91 98765-43210')] }, [0, 1]],
    [{ numbers: ['unknown', '919876543210'] }, [1]],
    [{ numbers: [keyOf('9876543211.0')] }, [2]],
    [{ numbers: ['3210'] }, []],
    [{ email: '%' }, []],
    [{ reference: 'XXXX-XXXX' }, []],
  ]
  for (const [subject, erased] of subjects) {
    const { erasures, receive, references } = await storeAt(await temporaryDirectory())
    const all = [
      await receive({ email: 'ravi@visitor.example' }, { minutesAgo: 3 }),
      await receive({ phone: '919876543210' }, { minutesAgo: 2 }),
      // With the decimal part that the modal accepts.
      await receive({ email: 'élodie@visitor.example', phone: '9876543211.00' }, { minutesAgo: 1 }),
    ]
    expect(await erasures.erase(subject), JSON.stringify(subject)).toBe(erased.length)
    expect(await references()).toEqual(all.filter((_, index) => !erased.includes(index)))
  }
})

test('What cannot be listed is not erased, and what was listed before a crash is erased by the next server', async () => {
  const DATA_DIR = await temporaryDirectory()
  const { erasures, database, list, receive, references } = await storeAt(DATA_DIR)
  const reference = await receive()
  const unlisted = new Erasures(database, new ErasureList('/nowhere/erasures.list'))
  await expect(unlisted.erase({ reference })).rejects.toMatchObject({ cause: { code: 'ENOENT' } })
  expect(await references()).toEqual([reference])

  await sql`create trigger crash before insert on erasures begin select raise(abort, 'crash'); end`.execute(database)
  await expect(erasures.erase({ reference })).rejects.toThrow('crash')
  expect(await references()).toEqual([reference])
  expect(await list?.hashes()).toHaveLength(1)
  await sql`drop trigger crash`.execute(database)
  await startServer({ DATA_DIR, LOG_LEVEL: 'silent' })
  await expect.poll(references).toEqual([])
  // Requests are read only when a hash of the list is not in the table.
  await receive()
  expect(await erasures.finishLatest()).toBe(0)
})

describeOnEachDatabase('Erasing', (newStore) => {
  test('again what returned, as from an old backup, adds no entry', async () => {
    const { erasures, database, list, receive, references } = await storeAt(await newStore())
    const reference = await receive({}, { minutesAgo: 1 })
    const rows = await database.selectFrom('callback_requests').selectAll().execute()
    const other = await receive()
    await erasures.erase({ reference })
    const entries = async () => [await database.selectFrom('erasures').selectAll().execute(), await list?.hashes()]
    const before = await entries()
    await database.insertInto('callback_requests').values(rows).execute()
    expect(await references()).toEqual([reference, other])
    expect(await erasures.finish()).toBe(1)
    expect(await references()).toEqual([other])
    expect(await entries()).toEqual(before)
  })
})
