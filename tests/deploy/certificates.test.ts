import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { CADDY, HAPROXY, NGINX } from '../support/deploy/proxies.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const CERTBOT = { certbot: spawnSync('certbot', ['--version']).status === 0 }
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation=private']
const MACHINE = {
  'right to make namespaces': process.getuid?.() === 0 && spawnSync('unshare', [...NAMESPACES, 'true']).status === 0,
}

/** The manual's commands for nginx, with the files of this folder. */
const [, PRINTED = ''] = /```sh\n(apt-get install certbot[^`]+)```/.exec(read('docs/install.md')) ?? []
const COMMANDS = PRINTED.replaceAll('/srv/clinic/current/', '')

/** certbot takes seconds, and waits for the authority. */
const LIMITS = { timeout: 60_000 }

const AUTHORITY = 'https://acme.example:14000/acme/local/directory'

/** What the machine of a test has that this one has not. */
const FILES = {
  'etc/hosts': '127.0.0.1 localhost acme.example clinic.example desk.clinic.example\n',
  // A certificate authority that asks as Let's Encrypt does.
  'etc/authority': `{
  admin off
  auto_https disable_redirects
  skip_install_trust
}
https://acme.example:14000 {
  tls internal
  acme_server
}
`,
  // What certbot asks a person.
  'etc/letsencrypt/cli.ini': `server = ${AUTHORITY}
no-verify-ssl = true
non-interactive = true
agree-tos = true
register-unsafely-without-email = true
`,
  'bin/apt-get': '',
  'bin/systemctl': `case "$*" in
  'restart nginx') nginx ;;
  'reload nginx') nginx -s reload ;;
  'restart haproxy') haproxy -W -D -p /run/haproxy.pid -f /etc/haproxy/haproxy.cfg ;;
  'reload haproxy') kill -USR2 "$(cat /run/haproxy.pid)" ;;
esac
`,
}

const SET_UP = `
for path in /etc /var/www /var/log /usr/local/sbin /run; do mount --bind "$MACHINE$path" $path; done
mkdir -p /var/log/nginx /run/haproxy
ip link set lo up
export PATH="$MACHINE/bin:$PATH" HOME="$MACHINE" XDG_DATA_HOME="$MACHINE" XDG_CONFIG_HOME="$MACHINE"
connect() { openssl s_client -connect "$1" </dev/null; }
issuer() { connect desk.clinic.example:443 | openssl x509 -noout -issuer -ext subjectAltName; }
serial() { connect desk.clinic.example:443 | openssl x509 -noout -serial; }
caddy run --config /etc/authority --adapter caddyfile &
until connect acme.example:14000; do sleep 0.1; done
`

/**
 * Renews the certificate as certbot's timer does, but at once, and waits until the proxy shows another one. Says who may
 * read its key.
 */
const renew = (key: string) => `
until issuer | grep Caddy >&3; do sleep 0.1; done
before=$(serial)
certbot renew -q --no-random-sleep-on-renew --force-renewal
while [ "$(serial)" = "$before" ]; do sleep 0.1; done
issuer >&3
stat --format=%a ${key} >&3
`

const RENEWED =
  /^issuer=.*Caddy.*\nissuer=.*Caddy.*\nX509v3 Subject .*\n +DNS:clinic\.example, DNS:desk\.clinic\.example\n600\n$/

testRequiring(
  { ...MACHINE, ...CERTBOT, ...NGINX.needs, ...CADDY.needs },
  "The manual's commands get a certificate for nginx, and certbot renews it",
  LIMITS,
  async () => {
    const files = { 'etc/nginx/nginx.conf': read('deploy/nginx.conf') }
    expect(await runOnMachine(COMMANDS + renew('/etc/ssl/clinic/key.pem'), files)).toMatch(RENEWED)
  },
)

testRequiring(
  { ...MACHINE, ...CERTBOT, ...HAPROXY.needs, ...CADDY.needs },
  'With the changes that the manual names, they do so for HAProxy',
  LIMITS,
  async () => {
    const commands = COMMANDS.replace('--webroot --webroot-path /var/www/acme', '--standalone --http-01-port 8402')
      .replace('systemctl', 'cat /etc/ssl/clinic/*.pem >/etc/haproxy/clinic.pem\nsystemctl')
      .replaceAll('nginx', 'haproxy')
    const files = { 'etc/haproxy/haproxy.cfg': read('deploy/haproxy.cfg') }
    expect(await runOnMachine(commands + renew('/etc/haproxy/clinic.pem'), files)).toMatch(RENEWED)
  },
)

testRequiring(
  { ...MACHINE, ...CADDY.needs },
  'Without its line "tls", Caddy gets its certificate from an authority',
  LIMITS,
  async () => {
    const options = `{\n\tadmin off\n\tacme_ca ${AUTHORITY}\n\tacme_ca_root {$MACHINE}/caddy/pki/authorities/local/root.crt\n`
    const ours = read('deploy/Caddyfile')
      .replace(/^\{\n/m, options)
      .replace(/^\ttls .*\n/m, '')
    const commands = `caddy run --config /etc/ours --adapter caddyfile &\nuntil issuer | grep Caddy >&3; do sleep 0.1; done`
    expect(await runOnMachine(commands, { 'etc/ours': ours })).toMatch(/^issuer=.*Caddy.*\n$/)
  },
)

/**
 * Runs commands on a machine without a network, with an /etc of its own and a certificate authority. All its programs
 * end with them.
 *
 * @returns what they wrote to the third descriptor
 */
async function runOnMachine(commands: string, files: Record<string, string>): Promise<string> {
  const machine = await temporaryDirectory()
  await cp('/etc', join(machine, 'etc'), { recursive: true, verbatimSymlinks: true })
  for (const folder of ['var/www', 'var/log', 'usr/local/sbin', 'run', 'bin', 'etc/letsencrypt']) {
    await mkdir(join(machine, folder), { recursive: true })
  }
  for (const [path, content] of Object.entries({ ...FILES, ...files })) {
    const program = { text: `#!/bin/sh\n${content}`, mode: 0o755 }
    const file = path.startsWith('bin/') ? program : { text: content, mode: 0o644 }
    await writeFile(join(machine, path), file.text, { mode: file.mode })
  }
  const script = `exec 3>&1 >&2\n${SET_UP}\n${commands}`
  const child = spawn('unshare', [...NAMESPACES, 'sh', '-euc', script], {
    cwd: ROOT,
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, MACHINE: machine },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output, messages, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(status, messages).toBe(0)
  return output
}
