import { randomInt } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { UNHEARD_WEBHOOK } from '../support/samples.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Few in `npm test`, as each starts a server. */
const rounds = inject('soakFactor') > 1 ? 100 : 2

const SECONDS_PER_ROUND = 40

test(`A server that is killed ${rounds} times under load loses no acknowledged request and stores none twice`, {
  timeout: rounds * SECONDS_PER_ROUND * 1_000,
}, async () => {
  const DATA_DIR = await temporaryDirectory()
  const start = () => startServer({ DATA_DIR, LOG_LEVEL: 'silent', ...UNHEARD_WEBHOOK })
  let server = await start()
  const callers = new Callers(16, [server.address])
  for (let round = 0; round < rounds; round++) {
    await callers.acknowledge(randomInt(1, 100))
    server.child.kill('SIGKILL')
    await server.exited
    server = await start()
    callers.callAt([server.address])
  }
  await callers.acknowledge(16)
  await callers.finish()
  expect(callers.acknowledged.size).toBeGreaterThan(rounds)
  expect([...callers.statuses]).toEqual([201])
  await expectIntact(DATA_DIR, callers, 1)
})
