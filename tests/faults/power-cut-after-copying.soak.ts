import { join } from 'node:path'
import { expect } from 'vitest'
import { REQUESTS } from '../../src/cli/command-line.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { erasureListIn } from '../../src/server/storage/erasure/erasure-list.ts'
import { CallbackRequests } from '../../src/server/storage/requests/callback-requests.ts'
import { MANY, receiveCanaries } from '../support/canary-requests.ts'
import { runHere } from '../support/commands.ts'
import { LOSSY_DISK_NEEDS, LossyDisk } from '../support/power/lossy-disk.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

testRequiring(
  LOSSY_DISK_NEEDS,
  'A backup, and then a store restored from it, survive a power cut as soon as the command has ended',
  {},
  async () => {
    const DATA_DIR = await temporaryDirectory()
    await receiveCanaries(DATA_DIR, 20)
    expect(await runHere(REQUESTS, ['erase', '--email', MANY], { DATA_DIR })).toMatchObject({ exitCode: 0 })
    const disk = await LossyDisk.create()
    await disk.mount(0)
    const backup = join(disk.directory, 'backup.sqlite')
    const restored = join(disk.directory, 'restored')
    const afterCut = async (args: string[], dataDirectory: string) => {
      expect(await runHere(REQUESTS, args, { DATA_DIR: dataDirectory })).toMatchObject({ exitCode: 0 })
      await disk.cut()
      await disk.mount(0)
    }

    await afterCut(['backup', backup], DATA_DIR)
    await afterCut(['restore', backup, '--erasures', erasureListIn(DATA_DIR).path], restored)
    const database = await openDatabase(restored)
    const stored = await Array.fromAsync(new CallbackRequests(database).all())
    await database.destroy()
    expect(stored).toHaveLength(10)
    expect(await erasureListIn(restored).hashes()).toHaveLength(10)
  },
)
