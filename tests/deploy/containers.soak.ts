import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const NEEDS = {
  "administrator's rights": process.getuid?.() === 0,
  ...Object.fromEntries(
    ['buildah', 'mmdebstrap', 'bwrap'].map((tool) => [tool, spawnSync(tool, ['--version']).status === 0]),
  ),
}

/** Of an image, in Docker's own format. */
interface ImageConfig {
  User: string
  Env: string[]
  WorkingDir: string
  Cmd: string[]
  Healthcheck: { Test: string[] }
}

testRequiring(
  NEEDS,
  'An image on Debian serves as a user without rights, writes nothing but its store, and says whether it is healthy',
  async () => {
    const { root, config } = await buildImage()
    expect(globSync('{.env,.git,data,tests,src/**/*.test.ts}', { cwd: join(root, config.WorkingDir) })).toEqual([])
    expect(config.User).toBe('clinic')
    const store = await temporaryDirectory()
    const { uid, gid } = await stat(join(root, 'var/lib/clinic'))
    await chown(store, uid, gid)
    const port = String(await freePort())
    const variables = [...config.Env.map((entry) => entry.split(/=(.*)/s, 2)), ['PORT', port]]
    const sandbox = [
      // Nothing of it outlives bwrap, although setpriv forgets to die with its parent.
      ...['--die-with-parent', '--unshare-pid', '--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev'],
      ...['--bind', store, '/var/lib/clinic', '--chdir', config.WorkingDir, '--clearenv'],
      ...variables.flatMap((variable) => ['--setenv', ...variable]),
      ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
      ...['setpriv', `--reuid=${config.User}`, `--regid=${config.User}`, '--init-groups'],
    ]
    const run = (...command: string[]) => spawnSync('bwrap', [...sandbox, ...command], { encoding: 'utf8' })
    const [, ...healthCheck] = config.Healthcheck.Test
    expect(run(...healthCheck).status).toBe(1)
    const server = spawn('bwrap', [...sandbox, ...config.Cmd], { stdio: 'ignore' })
    onTestFinished(() => void server.kill('SIGKILL'))
    await expect.poll(() => run(...healthCheck).status).toBe(0)
    expect((await postAppointment(new URL(`http://127.0.0.1:${port}`))).status).toBe(201)
    expect(run('node', 'src/cli/requests.ts', 'check')).toMatchObject({ status: 0 })
  },
  { timeout: 900_000 },
)

/** Builds the image on a Debian made of its packages. @returns its root file system, and how it is run */
async function buildImage(): Promise<{ root: string; config: ImageConfig }> {
  const directory = await temporaryDirectory()
  const base = join(directory, 'base.tar')
  const storage = ['--root', join(directory, 'root'), '--runroot', join(directory, 'run'), '--storage-driver', 'vfs']
  const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const
  const buildah = (...args: string[]) => execFileSync('buildah', [...storage, ...args], options).trim()
  execFileSync('mmdebstrap', ['--variant=minbase', 'bookworm', base], options)
  const debian = buildah('from', 'scratch')
  buildah('add', debian, base, '/')
  buildah('commit', debian, 'docker.io/library/debian:bookworm-slim')
  const build = ['--pull-never', '--isolation=chroot', '--format=docker', '--file=deploy/Dockerfile']
  buildah('build', ...build, '--tag=callback-clinic', '.')
  const container = buildah('from', 'callback-clinic')
  const { Docker } = JSON.parse(buildah('inspect', container))
  return { root: buildah('mount', container), config: Docker.config }
}
