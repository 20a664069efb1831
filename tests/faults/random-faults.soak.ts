import { expect, inject, onTestFinished } from 'vitest'
import { Random } from '../../src/cli/demo/random.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { Callers } from '../support/callers.ts'
import { cuttable } from '../support/cuttable.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { replicatingPostgres } from '../support/database/postgres-binaries.ts'
import { startFailoverSite } from '../support/several/failover-site.ts'
import { hasHaproxy } from '../support/several/haproxy.ts'
import { type Line, letSomethingFail } from '../support/several/random-faults.ts'
import { silenceable } from '../support/silenceable.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

const seed = inject('soakSeed')
const rounds = 3 * inject('soakFactor')

const SECONDS_PER_ROUND = 90

/** After a fault all continues within this: longer than PostgreSQL and HAProxy take together to notice anything. */
const RECOVERY = { timeout: 60_000, interval: 20 }

/** Longer than the lease of an instance that was killed during a delivery. */
const DELIVERY = { timeout: 90_000 }

testRequiring(
  { pg_basebackup: replicatingPostgres() !== undefined, HAProxy: hasHaproxy },
  `Through ${rounds} rounds of random kills, pauses and broken connections (seed ${seed}), what is stored agrees with what callers know`,
  { timeout: (rounds * SECONDS_PER_ROUND + 200) * 1_000 },
  async () => {
    const random = new Random(seed)
    const { url, calls } = await startWebhookReceiver()
    let postgresLine: Line | undefined
    let silencePostgres = () => {}
    const { site, instances, pair, databaseUrl } = await startFailoverSite(
      { WEBHOOK_URL: url.href, WEBHOOK_SECRET },
      async (address) => {
        const silent = await silenceable(address)
        const line = await cuttable(silent.address)
        onTestFinished(line.close)
        ;({ silence: silencePostgres } = silent)
        postgresLine = line
        const between = new URL(address)
        between.port = new URL(line.address).port
        return between.href
      },
    )
    const visitorsLine = await cuttable(site.href)
    onTestFinished(visitorsLine.close)
    if (!postgresLine) throw new Error('Nothing is between the instances and PostgreSQL.')
    const lines = { visitors: visitorsLine, postgres: postgresLine }

    const callers = new Callers(8, [new URL(visitorsLine.address)], { invalid: 0.05, givingUp: 0.3, seed })
    await callers.acknowledge(20)
    for (let round = 1; round <= rounds; round++) {
      const faults = [await letSomethingFail({ instances, pair, lines, silencePostgres }, random)]
      // Sometimes before all has recovered.
      while (random.chance(0.3))
        faults.push(await letSomethingFail({ instances, pair, lines, silencePostgres }, random))
      console.log(`Round ${round} of ${rounds}: ${faults.join(', then ')}`)
      const before = callers.acknowledged.size
      await expect.poll(() => callers.acknowledged.size - before, RECOVERY).toBeGreaterThan(20)
    }
    await callers.finish()
    await expectIntact(databaseUrl, callers, 1)
    await callers.repeatUnknown()
    await expectIntact(databaseUrl, callers, 1)

    const database = await openDatabase(databaseUrl)
    onTestFinished(() => database.destroy())
    const stored = await database.selectFrom('callback_requests').select('reference').execute()
    const waiting = () => database.selectFrom('outbox_messages').select('id').where('status', '=', 'waiting').execute()
    await expect.poll(waiting, DELIVERY).toEqual([])
    const delivered = new Set(calls.map(({ body }) => JSON.parse(body).reference))
    expect(delivered).toEqual(new Set(stored.map(({ reference }) => reference)))
  },
)
