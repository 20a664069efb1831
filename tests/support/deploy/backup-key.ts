import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { temporaryDirectory } from '../temporary-directory.ts'

/** A key pair as `age-keygen` writes it: the public key, and the file with the secret one. */
export async function newBackupKey() {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const file = join(await temporaryDirectory(), 'backup.key')
  await writeFile(file, `# created: 2026-11-22T02:30:00Z\n# public key: ${recipient}\n${identity}\n`)
  return { recipient, file }
}
