import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'

/** Whether we may mount disks, which takes root, and in a container may be forbidden even so. */
export function canMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'callback-clinic-'))
  const mounted = mount('size=1m', directory)
  if (mounted) spawnSync('umount', [directory])
  rmdirSync(directory)
  return mounted
}

/**
 * A disk of its own in memory, which is gone when the test has finished.
 *
 * @param options as `mount -o` takes them
 */
export async function smallDisk(options: string): Promise<string> {
  const directory = await temporaryDirectory()
  if (!mount(options, directory)) throw new Error('No disk could be mounted')
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]))
  return directory
}

function mount(options: string, directory: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status === 0
}
