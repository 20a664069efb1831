import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { erasureListIn } from '../../src/server/storage/erasure-list.ts'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { freePort } from '../support/free-port.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { UNHEARD_WEBHOOK } from '../support/samples.ts'
import { startProcess, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const CUTS = 20

const SECONDS_PER_CUT = 60

/** Makes a disk that is a file, in a folder that nobody else sees. */
const MAKE_DISK = `mount -t tmpfs x /mnt && mkfs.ext4 -q /mnt/disk 1M &&
  mkdir /mnt/mounted && mount -o loop /mnt/disk /mnt/mounted`

/** Whether we may mount a disk that is a file, which takes root, and in a container may be forbidden even so. */
const canMountFiles = spawnSync('unshare', ['--mount', 'sh', '-c', MAKE_DISK]).status === 0

/**
 * A disk that is a file. A power cut leaves what is in the file: what was synced, and of all else only what the kernel
 * had written by itself. So that this is little, it waits longer than the test lasts.
 */
async function startDisk() {
  const place = await temporaryDirectory()
  const directory = join(place, 'mounted')
  await mkdir(directory)
  let file = join(place, 'disk-0')
  execFileSync('mkfs.ext4', ['-q', file, '64M'])
  const mount = () => execFileSync('mount', ['-o', 'loop,commit=3600', file, directory])
  mount()
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]))
  return {
    directory,
    /** Once all processes that use the disk are killed. */
    cut: async (number: number) => {
      const left = join(place, `disk-${number}`)
      await copyFile(file, left)
      execFileSync('umount', [directory])
      file = left
      mount()
    },
  }
}

async function expectErased(location: string, emails: readonly string[]): Promise<void> {
  const database = await openDatabase(location)
  const all = database.selectFrom('callback_requests').select('email')
  const remaining = await all.where('email', 'in', emails).execute()
  await database.destroy()
  expect(remaining).toEqual([])
}

testRequiring(
  { 'disks in files as root': canMountFiles },
  `After power cuts under load (${CUTS}), the store has every acknowledged request once, and none that was erased`,
  async () => {
    const disk = await startDisk()
    const DATA_DIR = join(disk.directory, 'data')
    const PORT = String(await freePort())
    const start = () => startServer({ DATA_DIR, PORT, LOG_LEVEL: 'silent', ...UNHEARD_WEBHOOK })
    let server = await start()
    const callers = new Callers(16, [server.address])
    const erased: string[] = []
    for (let cut = 1; cut <= CUTS; cut++) {
      const email = `erased-${cut}@visitor.example`
      expect((await postAppointment(server.address, { email })).status).toBe(201)
      const erasing = startProcess('src/cli/requests.ts', ['erase', '--email', email], { DATA_DIR })
      const ended = once(erasing, 'exit').then(([exitCode]) => {
        if (exitCode === 0) erased.push(email)
      })
      // Every second cut finds the erasure where it happens to be.
      if (cut % 2 === 0) await ended
      await callers.acknowledge((cut * 37) % 200)

      server.child.kill('SIGKILL')
      erasing.kill('SIGKILL')
      await Promise.all([server.exited, ended])
      await disk.cut(cut)
      await expectIntact(DATA_DIR, callers, 1)
      server = await start()
      await expectErased(DATA_DIR, erased)
      expect((await erasureListIn(DATA_DIR).hashesSoFar()).length).toBeGreaterThanOrEqual(erased.length)
    }
    await callers.acknowledge(16)
    await callers.finish()
    await expectIntact(DATA_DIR, callers, 1)
    expect(erased.length).toBeGreaterThanOrEqual(CUTS / 2)
  },
  { timeout: CUTS * SECONDS_PER_CUT * 1_000 },
)
