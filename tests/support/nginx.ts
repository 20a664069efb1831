import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Debian puts it where only root's PATH looks. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0)

/** Whether the machine has an nginx to test with. */
export const hasNginx = PROGRAM !== undefined

/**
 * Starts an nginx with a configuration, and with its temporary files in a directory. It is gone with the test.
 *
 * @returns a function that lets it read the configuration and the certificate again, as `systemctl reload nginx` does
 */
export async function runNginx(directory: string, configuration: string): Promise<() => void> {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  )
  await writeFile(
    join(directory, 'nginx.conf'),
    configuration.replace(/^user .*;\n/m, '').replace('http {', `http {\n${temporaryPaths.join('\n')}`),
  )
  const inForeground = ['-g', `daemon off; user ${userInfo().username};`]
  const nginx = spawn(PROGRAM ?? '', ['-e', 'stderr', '-p', directory, '-c', 'nginx.conf', ...inForeground], {
    stdio: 'ignore',
  })
  // SIGKILL would leave its workers behind.
  onTestFinished(() => void nginx.kill('SIGTERM'))
  return () => void nginx.kill('SIGHUP')
}
