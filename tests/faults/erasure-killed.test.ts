import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { REQUESTS } from '../../src/cli/requests.ts'
import { MANY, receiveCanaries } from '../support/canary-requests.ts'
import { runHere } from '../support/commands.ts'
import { storedIn } from '../support/database/stored-in.ts'
import { startProcess, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Fewer than of `killed-under-load.test.ts`, since each makes its own store. */
const rounds = Math.ceil(inject('soakFactor') / 2)

const SECONDS_PER_ROUND = 90

const referencesIn = async (location: string) => (await storedIn(location)).map(({ reference }) => reference)

test('An erasure that is killed has listed all that it erased, and the next start erases all that it listed', {
  timeout: rounds * SECONDS_PER_ROUND * 1_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const DATA_DIR = await temporaryDirectory()
    const elsewhere = await temporaryDirectory()
    const list = join(DATA_DIR, 'erasures.list')
    const backup = join(elsewhere, 'backup.sqlite')
    const all = (await receiveCanaries(DATA_DIR, 1_200)).map(({ reference }) => reference)
    expect(await runHere(REQUESTS, ['backup', backup], { DATA_DIR })).toMatchObject({ exitCode: 0 })

    const erasing = startProcess('src/cli/requests.ts', ['erase', '--email', MANY], { DATA_DIR })
    const exited = once(erasing, 'exit')
    await expect.poll(() => statSync(list).size, { interval: 0 }).toBeGreaterThan((round / rounds) * 19_000)
    erasing.kill('SIGKILL')
    await exited

    const remaining = await referencesIn(DATA_DIR)
    // Some may be listed and still stored: the process was killed just before the commit.
    expect(remaining.length).toBeGreaterThan(all.length / 2)
    const restored = join(elsewhere, 'restored')
    const restoring = ['restore', backup, '--erasures', list]
    expect(await runHere(REQUESTS, restoring, { DATA_DIR: restored })).toMatchObject({ exitCode: 0 })
    const unlisted = await referencesIn(restored)
    expect(unlisted.length).toBeLessThan(all.length)
    expect(remaining).toEqual(expect.arrayContaining(unlisted))

    await startServer({ DATA_DIR, LOG_LEVEL: 'silent' })
    await expect.poll(() => referencesIn(DATA_DIR)).toEqual(unlisted)
  }
})
