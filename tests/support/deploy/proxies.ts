import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { hasHaproxy, startHaproxy } from '../several/haproxy.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { hasOpenssl, makeCertificate } from './certificate.ts'
import { SecureClient } from './secure-client.ts'

/** From which addresses the files let somebody reach the desk, of those on this machine, and from which the tests do. */
const DESK_NETWORK = ['127.0.0.0/8', '127.0.0.0/28'] as const

/** Debian puts it where only root's PATH looks. */
const NGINX_PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0)

const DEPLOY = join(import.meta.dirname, '../../../deploy')

/** The addresses of the listeners behind a proxy, as `http://127.0.0.1:41234`. */
interface Listeners {
  site: string
  desk: string
  /** How long Caddy waits for a listener, if not as long as its file says. */
  waits?: '1s'
}

/** What a test substitutes in a file of `deploy`. */
interface Substitutions extends Listeners {
  directory: string
  httpPort: number
  httpsPort: number
}

/** Everything that a proxy has logged. */
type Log = () => Promise<string>

interface RunningProxy {
  httpPort: number
  httpsPort: number
  client: (localAddress?: string) => SecureClient
  log: Log
}

/** A proxy of which `deploy` has a configuration. */
export interface DeployedProxy {
  name: string
  /** What the test needs of the machine. */
  needs: Record<string, boolean>
  start: (listeners: Listeners) => Promise<RunningProxy>
}

export const NGINX: DeployedProxy = {
  name: 'nginx',
  needs: { nginx: NGINX_PROGRAM !== undefined, openssl: hasOpenssl },
  start: (listeners) => startProxy(listeners, startDeployedNginx),
}

export const CADDY: DeployedProxy = {
  name: 'Caddy',
  needs: { caddy: spawnSync('caddy', ['version']).status === 0, openssl: hasOpenssl },
  start: (listeners) => startProxy(listeners, startDeployedCaddy),
}

export const HAPROXY: DeployedProxy = {
  name: 'HAProxy',
  needs: { haproxy: hasHaproxy, openssl: hasOpenssl },
  start: (listeners) => startProxy(listeners, startDeployedHaproxy),
}

/** Starts a proxy with a certificate of its own, and waits until it answers. It is gone when the test has finished. */
async function startProxy(
  listeners: Listeners,
  start: (substitutions: Substitutions) => Promise<Log>,
): Promise<RunningProxy> {
  const directory = await temporaryDirectory()
  makeCertificate(directory)
  const certificate = await readFile(join(directory, 'certificate.pem'), 'utf8')
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const log = await start({ ...listeners, directory, httpPort, httpsPort })
  const client = (localAddress = '127.0.0.1') => new SecureClient({ port: httpsPort, certificate, localAddress })
  const isUp = () => client().get('clinic.example', '/healthz')
  await expect.poll(() => isUp().then(({ status }) => status, String)).toBe(200)
  return { httpPort, httpsPort, client, log }
}

async function startDeployedNginx({ directory, httpPort, httpsPort, site, desk }: Substitutions) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  )
  const configuration = substitute(await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'), [
    [/^user .*;\n/m, ''],
    ['http {', `http {\n${temporary.join('\n')}`],
    [/^(\t*)listen \[::\].*\n/gm, ''],
    [/listen 80\b/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443\b/g, `listen 127.0.0.1:${httpsPort}`],
    ['/run/nginx.pid', join(directory, 'pid')],
    [/\/var\/log\/nginx/g, directory],
    [/\/etc\/ssl\/clinic/g, directory],
    ['/var/www/acme', join(directory, 'acme')],
    ['127.0.0.1:3000', new URL(site).host],
    ['127.0.0.1:3001', new URL(desk).host],
    DESK_NETWORK,
  ])
  await writeFile(join(directory, 'nginx.conf'), configuration)
  const inForeground = ['-g', `daemon off; user ${userInfo().username};`]
  const args = ['-e', 'stderr', '-p', directory, '-c', 'nginx.conf', ...inForeground]
  const nginx = spawn(NGINX_PROGRAM ?? '', args, { stdio: 'ignore' })
  // SIGKILL would leave its workers behind.
  onTestFinished(() => void nginx.kill('SIGTERM'))
  const files = ['access.log', 'error.log'].map((file) => join(directory, file))
  return async () => (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')
}

async function startDeployedCaddy({ directory, httpPort, httpsPort, site, desk, waits }: Substitutions) {
  const ours = `admin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\ndefault_bind 127.0.0.1`
  const configuration = substitute(await readFile(join(DEPLOY, 'Caddyfile'), 'utf8'), [
    [/^\{\n/m, `{\n${ours}\n`],
    [/\/etc\/ssl\/clinic/g, directory],
    ...(waits ? [[/(?<=lb_try_duration )10s/, waits] as const] : []),
    ['127.0.0.1:3000', new URL(site).host],
    ['127.0.0.1:3001', new URL(desk).host],
    DESK_NETWORK,
  ])
  const file = join(directory, 'Caddyfile')
  await writeFile(file, configuration)
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void caddy.kill('SIGKILL'))
  let log = ''
  caddy.stderr.setEncoding('utf8').on('data', (lines: string) => {
    log += lines
  })
  return async () => log
}

async function startDeployedHaproxy({ directory, httpPort, httpsPort, site, desk }: Substitutions) {
  const pem = join(directory, 'clinic.pem')
  const parts = ['certificate.pem', 'key.pem'].map((file) => readFile(join(directory, file), 'utf8'))
  await writeFile(pem, (await Promise.all(parts)).join(''))
  const { log } = await startHaproxy({
    'haproxy.cfg': {
      'bind :80\n': `bind 127.0.0.1:${httpPort}\n`,
      'bind :443 ': `bind 127.0.0.1:${httpsPort} `,
      '/etc/haproxy/clinic.pem': pem,
      '10.0.0.11:3000': new URL(site).host,
      '10.0.0.12:3000': new URL(site).host,
      '10.0.0.11:3001': new URL(desk).host,
      '10.0.0.12:3001': new URL(desk).host,
      ...Object.fromEntries([DESK_NETWORK]),
    },
  })
  return async () => log()
}

/** @throws when a file of `deploy` no longer has what is to be substituted: a test would use an address of the machine */
function substitute(configuration: string, changes: (readonly [found: RegExp | string, ours: string])[]): string {
  return changes.reduce((text, [found, ours]) => {
    const changed = text.replace(found, ours)
    if (changed === text) throw new Error(`The file should contain ${found}.`)
    return changed
  }, configuration)
}
