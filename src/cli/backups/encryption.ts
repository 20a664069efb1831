import { createReadStream } from 'node:fs'
import { chmod, copyFile, type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** What the library takes, of which Node has another type. */
type WebStream = globalThis.ReadableStream<Uint8Array>

/** How each file in age's format begins (https://age-encryption.org/v1). */
const BEGINNING = 'age-encryption.org/v1\n'

/** A public key as `age-keygen` prints it: Bech32. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{50,}$/

export function isRecipient(text: string): boolean {
  return RECIPIENT.test(text)
}

/**
 * Writes what a file contains, encrypted for a recipient, to another. It needs memory for some 64 KiB of it.
 *
 * @throws an error of one line for a recipient with a typing mistake, a Node error when it cannot be written
 */
export async function encrypt(from: FileHandle, to: FileHandle, recipient: string): Promise<void> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new Error(`${recipient} is not a key of age: copy it again.`)
  }
  const encrypted = await encrypter.encrypt(from.readableWebStream() as WebStream)
  await to.writeFile(encrypted)
}

/**
 * Copies a backup, for the owner only, and decrypts it if it is encrypted.
 *
 * @param identityFile private keys as `age-keygen` writes them
 * @throws an error of one line when it is damaged or incomplete, or no key fits; a part of it may be written then
 */
export async function copyDecrypted(backup: string, target: string, identityFile: string | undefined): Promise<void> {
  if (!(await isEncrypted(backup))) {
    await copyFile(backup, target)
    await chmod(target, 0o600)
    return
  }
  if (identityFile === undefined) throw new Error(`${backup} is encrypted: give its key with --identity FILE.`)
  const decrypter = await decrypterWith(identityFile)
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(backup)) as WebStream)
    await writeFile(target, plain, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    throw new Error(`${backup} cannot be decrypted with ${identityFile}: ${error.message}.`, { cause: error })
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length))
    return buffer.toString('latin1', 0, bytesRead) === BEGINNING
  } finally {
    await file.close()
  }
}

async function decrypterWith(identityFile: string) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw new Error(`${identityFile} is not an identity file of age.`)
  }
  return decrypter
}
