import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../free-port.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { hasOpenssl, makeCertificate } from './certificate.ts'
import { deployedFile, startLogging } from './deployed-program.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import { secureClient } from './secure-client.ts'

/** From which addresses the files let somebody reach the desk, of those on this machine, and from which the tests do. */
const DESK_NETWORK = ['127.0.0.0/8', '127.0.0.0/28'] as const

/** Debian puts it where only root's PATH looks. */
const NGINX_PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0)

/** The addresses of the listeners behind a proxy, as `http://127.0.0.1:41234`. */
interface Listeners {
  site: string
  desk: string
  /** How long Caddy waits for a listener, if not as long as its file says. */
  waits?: '1s'
}

/** What a test substitutes in a file of `deploy`. */
interface Substitutions extends Listeners {
  /** With the certificate. */
  directory: string
  httpPort: number
  httpsPort: number
}

export type DeployedProxy = typeof NGINX

export const NGINX = deployedProxy('nginx', NGINX_PROGRAM !== undefined, startNginx)
export const CADDY = deployedProxy('Caddy', spawnSync('caddy', ['version']).status === 0, startCaddy)
export const HAPROXY = deployedProxy('HAProxy', hasHaproxy, startDeployedHaproxy)

/** A proxy of which `deploy` has a configuration, and what its tests need of the machine. */
function deployedProxy(name: string, isThere: boolean, begin: (substitutions: Substitutions) => Promise<() => string>) {
  /** Starts it with a certificate of its own, and waits until it answers. It is gone when the test has finished. */
  const start = async (listeners: Listeners) => {
    const directory = await temporaryDirectory()
    makeCertificate(directory)
    const certificate = await readFile(join(directory, 'certificate.pem'), 'utf8')
    const [httpPort, httpsPort] = [await freePort(), await freePort()]
    const log = await begin({ ...listeners, directory, httpPort, httpsPort })
    const client = (localAddress = '127.0.0.1') => secureClient(httpsPort, certificate, localAddress)
    const isUp = () => client().get('clinic.example', '/healthz')
    await expect.poll(() => isUp().then(({ status }) => status, String)).toBe(200)
    return { httpPort, httpsPort, client, log }
  }
  return { name, needs: { [name.toLowerCase()]: isThere, openssl: hasOpenssl }, start }
}

async function startNginx({ directory, httpPort, httpsPort, site, desk }: Substitutions) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  )
  const file = await deployedFile('nginx.conf', directory, [
    // First: a port of ours may begin with these.
    ['127.0.0.1:3000', new URL(site).host],
    ['127.0.0.1:3001', new URL(desk).host],
    [/^user .*;\n/gm, ''],
    ['http {', `http {\n${temporary.join('\n')}`],
    [/^(\t*)listen \[::\].*\n/gm, ''],
    [/listen 80\b/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443\b/g, `listen 127.0.0.1:${httpsPort}`],
    ['/run/nginx.pid', join(directory, 'pid')],
    ['/var/log/nginx', directory],
    ['/var/www/acme', join(directory, 'acme')],
    ['/etc/ssl/clinic', directory],
    DESK_NETWORK,
  ])
  const inForeground = ['-g', `daemon off; user ${userInfo().username};`]
  startLogging(NGINX_PROGRAM ?? '', ['-e', 'stderr', '-p', directory, '-c', file, ...inForeground], directory)
  return () => ['access.log', 'error.log'].map((log) => readFileSync(join(directory, log), 'utf8')).join('')
}

async function startCaddy({ directory, httpPort, httpsPort, site, desk, waits }: Substitutions) {
  const ours = `admin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\ndefault_bind 127.0.0.1`
  const file = await deployedFile('Caddyfile', directory, [
    [/^\{\n/gm, `{\n${ours}\n`],
    ...(waits ? [[/(?<=lb_try_duration )10s/g, waits] as const] : []),
    ['127.0.0.1:3000', new URL(site).host],
    ['127.0.0.1:3001', new URL(desk).host],
    ['/etc/ssl/clinic', directory],
    DESK_NETWORK,
  ])
  return startLogging('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], directory)
}

async function startDeployedHaproxy({ directory, httpPort, httpsPort, site, desk }: Substitutions) {
  const pem = join(directory, 'clinic.pem')
  const parts = ['certificate.pem', 'key.pem'].map((file) => readFile(join(directory, file), 'utf8'))
  await writeFile(pem, (await Promise.all(parts)).join(''))
  const { log } = await startHaproxy([
    ['bind :80\n', `bind 127.0.0.1:${httpPort}\n`],
    ['bind :443 ', `bind 127.0.0.1:${httpsPort} `],
    ['/etc/haproxy/clinic.pem', pem],
    [/10\.0\.0\.1[12]:3000/g, new URL(site).host],
    [/10\.0\.0\.1[12]:3001/g, new URL(desk).host],
    DESK_NETWORK,
  ])
  return log
}
