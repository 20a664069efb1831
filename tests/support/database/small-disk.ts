import { execFileSync, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'

/** Whether we may mount disks, which takes root, and in a container may be forbidden even so. */
export function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0
}

/**
 * A disk of its own in memory, which is gone when the test has finished.
 *
 * @param options as `mount -o` takes them
 */
export async function smallDisk(options: string): Promise<string> {
  const directory = await temporaryDirectory()
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory])
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]))
  return directory
}
