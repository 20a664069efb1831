import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../tests/support/bytes-in.ts'
import { MANY, receiveCanaries } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { canMount, smallDisk } from '../../../tests/support/database/small-disk.ts'
import { storedIn } from '../../../tests/support/database/stored-in.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { REQUESTS } from '../command-line.ts'

const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })

/** A key pair as `age-keygen` writes it. */
async function newKey() {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const file = join(await temporaryDirectory(), 'backup.key')
  await writeFile(file, `# created: 2026-11-22T02:30:00Z\n# public key: ${recipient}\n${identity}\n`)
  return { recipient, file }
}

/** A store with an encrypted backup in a directory, which was made before a person was erased. */
async function backedUp() {
  const [DATA_DIR, directory] = [await temporaryDirectory(), await temporaryDirectory()]
  await receiveCanaries(DATA_DIR, 300)
  const key = await newKey()
  const made = await requests(DATA_DIR, 'backup', directory, '--keep', '2', '--recipient', key.recipient)
  expect(made).toMatchObject({ exitCode: 0, stderr: '' })
  const [name = ''] = (await readdir(directory)).filter((file) => file.endsWith('.age'))
  return { DATA_DIR, directory, key, name, file: join(directory, name), list: join(directory, 'erasures.list') }
}

test('An encrypted backup shows nothing, is proved by a drill, and restores with its key and the erasure list', async () => {
  const { DATA_DIR, directory, key, name, file, list } = await backedUp()
  expect(name).toMatch(/^requests-\d{8}T\d{6}\.\d{3}Z\.sqlite\.age$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(bytesIn(directory)).not.toContain('canary')
  expect(bytesIn(DATA_DIR)).toContain('canary')
  expect(await readdir(DATA_DIR)).toEqual(['requests.sqlite'])

  expect(await requests(DATA_DIR, 'drill', directory, '--erasures', list, '--identity', key.file)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^Restored .+\.sqlite\.age, made at .+The restored store is intact\.\n[\s\S]+All 0|300/,
    ),
  })
  await requests(DATA_DIR, 'erase', '--email', MANY)
  const elsewhere = await temporaryDirectory()
  const ownList = join(DATA_DIR, 'erasures.list')
  expect(await requests(elsewhere, 'restore', file, '--erasures', ownList, '--identity', key.file)).toEqual({
    stdout: 'Requests restored: 150. Erased again because they are on the erasure list: 150.\n',
    stderr: '',
    exitCode: 0,
  })
  expect(await storedIn(elsewhere)).toEqual(await storedIn(DATA_DIR))
  expect((await stat(join(elsewhere, 'requests.sqlite'))).mode & 0o777).toBe(0o600)
})

test('Restoring refuses another key, none, a file that is no key, and each kind of damage, and leaves nothing behind', async () => {
  const { key, directory, file, list } = await backedUp()
  const other = await newKey()
  const copy = async (name: string) => {
    await copyFile(file, join(directory, name))
    return join(directory, name)
  }
  const changed = await copy('changed')
  const bytes = await readFile(changed)
  bytes.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000)
  await writeFile(changed, bytes)
  const [cut, cutAtChunk, header] = [await copy('cut'), await copy('cut-at-chunk'), await copy('header')]
  await truncate(cut, bytes.length - 1)
  // After its header and nonce, the file is chunks of 64 KiB, each with a tag of 16 bytes.
  const headerBytes = bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 1 + 16
  await truncate(cutAtChunk, headerBytes + 65_552)
  await truncate(header, 30)

  const refusals: [string[], RegExp][] = [
    [[file], /\.age is encrypted: give its key with --identity FILE\.$/],
    [[file, '--identity', other.file], /\.age cannot be decrypted with .+backup\.key: no identity matched/],
    [[file, '--identity', list], /\.age cannot be decrypted with .+erasures\.list: no identity matched/],
    [[file, '--identity', file], /is not an identity file of age\.$/],
    [[file, '--identity', join(directory, 'nowhere')], /^ENOENT: /],
    ...[changed, cut, cutAtChunk, header].map((damaged): [string[], RegExp] => [
      [damaged, '--identity', key.file],
      /cannot be decrypted with .+backup\.key: /,
    ]),
  ]
  for (const [args, line] of refusals) {
    const target = await temporaryDirectory()
    const { stdout, stderr, exitCode } = await requests(target, 'restore', ...args, '--erasures', list)
    expect({ stdout, exitCode }, String(args)).toEqual({ stdout: '', exitCode: 1 })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr.trimEnd()).toMatch(line)
    expect(stderr).not.toContain('SECRET')
    expect(await readdir(target)).toEqual([])
  }
})

test('A key with a typing mistake makes no file', async () => {
  const { DATA_DIR, key, directory } = await backedUp()
  const before = await readdir(directory)
  const swapped = key.recipient.replace(/(.)(.)$/, (_, a, b) => (a === b ? 'qp' : `${b}${a}`))
  expect(await requests(DATA_DIR, 'backup', directory, '--keep', '2', '--recipient', swapped)).toMatchObject({
    exitCode: 1,
    stderr: `${swapped} is not a key of age: copy it again.\n`,
  })
  for (const wrong of ['', 'ssh-ed25519', 'AGE-SECRET-KEY-1ABC']) {
    const refused = await requests(DATA_DIR, 'backup', directory, '--keep', '2', '--recipient', wrong)
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Usage: /) })
  }
  expect(await readdir(directory)).toEqual(before)
  expect(await readdir(DATA_DIR)).toEqual(['requests.sqlite'])
})

testRequiring(
  { 'tmpfs as root': canMount() },
  'A full disk leaves no copy behind, plain or encrypted, and is named',
  {},
  async () => {
    const { DATA_DIR, key, directory } = await backedUp()
    const full = await smallDisk('size=64k')
    expect(await requests(DATA_DIR, 'backup', full, '--keep', '2', '--recipient', key.recipient)).toMatchObject({
      exitCode: 1,
      stderr: `The disk of ${full} is full: there is no new backup, and none was deleted.\n`,
    })
    expect(await readdir(full)).toEqual([])
    expect(await readdir(DATA_DIR)).toEqual(['requests.sqlite'])

    const { size } = await stat(join(DATA_DIR, 'requests.sqlite'))
    const store = await smallDisk(`size=${Math.floor(size * 1.5)}`)
    await copyFile(join(DATA_DIR, 'requests.sqlite'), join(store, 'requests.sqlite'))
    const before = await readdir(directory)
    expect(await requests(store, 'backup', directory, '--keep', '2', '--recipient', key.recipient)).toMatchObject({
      exitCode: 1,
      stderr: `The disk of ${store} is full: there is no new backup, and none was deleted.\n`,
    })
    expect(await readdir(directory)).toEqual(before)
    expect(await readdir(store)).toEqual(['requests.sqlite'])
  },
)

test('What a backup that was killed has left in DATA_DIR is deleted an hour later, and that of a running one stays', async () => {
  const { DATA_DIR, directory } = await backedUp()
  const left = ['backing-up-1.sqlite', 'backing-up-1.sqlite-journal', 'backing-up-2.sqlite']
  for (const name of left) await writeFile(join(DATA_DIR, name), 'canary')
  const hourAgo = new Date(Date.now() - 61 * 60_000)
  for (const name of left.slice(0, 2)) await utimes(join(DATA_DIR, name), hourAgo, hourAgo)
  expect(await requests(DATA_DIR, 'backup', join(directory, 'plain.sqlite'))).toMatchObject({ exitCode: 0 })
  expect((await readdir(DATA_DIR)).sort()).toEqual(['backing-up-2.sqlite', 'erasures.list', 'requests.sqlite'])
})

const hasAge = spawnSync('age', ['--version']).status === 0
testRequiring({ age: hasAge }, 'The age of the distribution decrypts a backup', {}, async () => {
  const { key, file } = await backedUp()
  const { stdout, status } = spawnSync('age', ['--decrypt', '--identity', key.file, file], { maxBuffer: 2 ** 26 })
  expect([status, stdout.toString('latin1', 0, 15)]).toEqual([0, 'SQLite format 3'])
})
