import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { manualOf } from '../support/deploy/manual.ts'
import { CADDY, NGINX } from '../support/deploy/proxies.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation=private']
const MACHINE = {
  certbot: spawnSync('certbot', ['--version']).status === 0,
  'right to make namespaces': process.getuid?.() === 0 && spawnSync('unshare', [...NAMESPACES, 'true']).status === 0,
}

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
  'etc/nginx/nginx.conf': readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8'),
  // What certbot asks a person.
  'etc/letsencrypt/cli.ini': `server = ${AUTHORITY}
no-verify-ssl = true
non-interactive = true
agree-tos = true
register-unsafely-without-email = true
`,
  'bin/apt-get': '#!/bin/sh\n',
  'bin/systemctl': `#!/bin/sh
case "$*" in
  'restart nginx') nginx ;;
  'reload nginx') nginx -s reload ;;
esac
`,
}

const SET_UP = `
for path in /etc /var/www /var/log /usr/local/sbin /run; do mount --bind "$MACHINE$path" $path; done
mkdir -p /var/log/nginx
ip link set lo up
export PATH="$MACHINE/bin:$PATH" HOME="$MACHINE" XDG_DATA_HOME="$MACHINE" XDG_CONFIG_HOME="$MACHINE"
connect() { openssl s_client -connect "$1" </dev/null; }
issuer() { connect desk.clinic.example:443 | openssl x509 -noout -issuer -ext subjectAltName; }
serial() { connect desk.clinic.example:443 | openssl x509 -noout -serial; }
caddy run --config /etc/authority --adapter caddyfile &
until connect acme.example:14000; do sleep 0.1; done
`

/** Renews the certificate as certbot's timer does, but at once, and waits until nginx shows another one. */
const RENEW = `
until issuer | grep Caddy >&3; do sleep 0.1; done
before=$(serial)
certbot renew -q --no-random-sleep-on-renew --force-renewal
while [ "$(serial)" = "$before" ]; do sleep 0.1; done
issuer >&3
stat --format=%a /etc/ssl/clinic/key.pem >&3
`

const RENEWED =
  /^issuer=.*Caddy.*\nissuer=.*Caddy.*\nX509v3 Subject .*\n +DNS:clinic\.example, DNS:desk\.clinic\.example\n600\n$/

testRequiring(
  { ...MACHINE, ...NGINX.needs, ...CADDY.needs },
  "The manual's commands get a certificate for nginx, and certbot renews it",
  async () => {
    const machine = await temporaryDirectory()
    cpSync('/etc', join(machine, 'etc'), { recursive: true, verbatimSymlinks: true })
    for (const folder of ['var/www', 'var/log', 'usr/local/sbin', 'run']) {
      mkdirSync(join(machine, folder), { recursive: true })
    }
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(machine, path)), { recursive: true })
      writeFileSync(join(machine, path), content, { mode: path.startsWith('bin/') ? 0o755 : 0o644 })
    }
    const commands = manualOf('install').block('apt-get install certbot').join('\n')
    const script = `exec 3>&1 >&2\n${SET_UP}\n${commands.replaceAll('/srv/clinic/current/', '')}${RENEW}`
    const { stdout, stderr, status } = spawnSync('unshare', [...NAMESPACES, 'sh', '-euc', script], {
      cwd: ROOT,
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, MACHINE: machine },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(RENEWED)
  },
)
