import { appendFile, open, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect } from 'vitest'
import { testRequiring } from '../test-requirements.ts'
import { LOSSY_DISK_NEEDS, LossyDisk } from './lossy-disk.ts'

async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}

async function contents(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory)).sort()
  const texts = names.map(async (name) => [name, await readFile(join(directory, name), 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

testRequiring(LOSSY_DISK_NEEDS, 'The disk for power cuts loses exactly what was not synced', {}, async () => {
  const disk = await LossyDisk.create()
  await disk.mount(0)
  const kept = join(disk.directory, 'kept')
  const renamed = join(disk.directory, 'renamed')
  const afterCut = async () => {
    await disk.cut()
    await disk.mount(0)
    return contents(disk.directory)
  }
  await writeFile(kept, 'Synced. ')
  await sync(kept)
  expect(await afterCut(), 'the name was not synced').toEqual({})
  await writeFile(kept, 'Synced. ')
  await sync(kept)
  await sync(disk.directory)
  await appendFile(kept, 'Not synced.')
  await writeFile(join(disk.directory, 'lost'), 'Not synced.')
  expect(await contents(disk.directory)).toEqual({ kept: 'Synced. Not synced.', lost: 'Not synced.' })
  expect(await afterCut()).toEqual({ kept: 'Synced. ' })

  await truncate(kept, 3)
  await rename(kept, renamed)
  expect(await contents(disk.directory)).toEqual({ renamed: 'Syn' })
  expect(await afterCut()).toEqual({ kept: 'Synced. ' })
  await truncate(kept, 3)
  await rename(kept, renamed)
  await sync(disk.directory)
  expect(await afterCut()).toEqual({ renamed: 'Synced. ' })
})

testRequiring(LOSSY_DISK_NEEDS, 'It may write some of what was not synced, in any order', {}, async () => {
  const disk = await LossyDisk.create()
  const file = join(disk.directory, 'file')
  const blocks = 64
  const seen = new Set<string>()
  await disk.mount(0)
  await writeFile(file, '')
  await sync(disk.directory)
  for (let seed = 1; !(seen.has('mixed') && seen.has('longer') && seen.has('without a name')); seed++) {
    await writeFile(file, 'o'.repeat(blocks * 4_096))
    await sync(file)
    await disk.cut()
    await disk.mount(seed)
    await writeFile(join(disk.directory, `file-${seed}`), '')
    const handle = await open(file, 'r+')
    await handle.write('n'.repeat((blocks + 1) * 4_096), 0)
    await handle.close()
    await disk.cut()
    await disk.mount(0)
    const text = await readFile(file, 'utf8')
    expect(text).toMatch(/^(?:(?:o{512})|(?:n{512}))+(?:(?:n{512})|(?:\0{512}))*$/)
    if (/no+n/.test(text)) seen.add('mixed')
    if (text.length > blocks * 4_096) seen.add('longer')
    if (!(await readdir(disk.directory)).includes(`file-${seed}`)) seen.add('without a name')
  }
})

testRequiring(
  LOSSY_DISK_NEEDS,
  'SQLite loses commits there with synchronous = NORMAL, and none with FULL',
  {},
  async () => {
    const disk = await LossyDisk.create()
    await disk.mount(0)
    const path = join(disk.directory, 'rows.sqlite')
    const opened = () => {
      const file = new SqliteFile(path)
      // Without a memory map of the disk, which would end this process at the cut.
      file.pragma('locking_mode = EXCLUSIVE')
      file.pragma('journal_mode = WAL')
      return file
    }
    const created = opened()
    created.exec('create table rows (number integer)')
    created.close()
    const rowsAfterCut = async (synchronous: string) => {
      const file = opened()
      file.pragma(`synchronous = ${synchronous}`)
      for (let row = 0; row < 100; row++) file.exec('insert into rows values (1)')
      await disk.cut()
      file.close()
      await disk.mount(0)
      const reopened = opened()
      const { rows } = reopened.prepare<[], { rows: number }>('select count(*) as rows from rows').get() ?? { rows: -1 }
      reopened.close()
      return rows
    }
    expect(await rowsAfterCut('NORMAL')).toBe(0)
    expect(await rowsAfterCut('FULL')).toBe(100)
  },
)
