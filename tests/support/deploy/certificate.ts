import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Whether the machine has openssl to make certificates with. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Makes a certificate for the host names that the files of `deploy` use, as `certificate.pem` and `key.pem`. */
export function makeCertificate(directory: string, days = 2): void {
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', `${days}`],
    ...['-subj', '/CN=clinic.example', '-addext', 'subjectAltName=DNS:clinic.example,DNS:desk.clinic.example'],
    ...['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'certificate.pem')],
  ])
  if (status !== 0) throw new Error(stderr.toString())
}
