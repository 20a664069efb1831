import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { Callers } from '../support/callers.ts'
import { expectIntact } from '../support/database/expect-intact.ts'
import { replicatingPostgres } from '../support/database/postgres-binaries.ts'
import { openStream } from '../support/open-stream.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startFailoverSite } from '../support/several/failover-site.ts'
import { hasHaproxy } from '../support/several/haproxy.ts'
import { browserAt, signInNew } from '../support/several/two-instances.ts'
import type { Browser } from '../support/start-desk-listener.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

testRequiring(
  { pg_basebackup: replicatingPostgres() !== undefined, HAProxy: hasHaproxy },
  'When the primary is killed under load and its standby promoted, no acknowledged request is lost or doubled, and all continues without a restart',
  {},
  async () => {
    const { url, calls } = await startWebhookReceiver()
    const { site, instances, pair, databaseUrl } = await startFailoverSite({ WEBHOOK_URL: url.href, WEBHOOK_SECRET })
    const [one, two] = instances
    let coordinatorAt = site
    const coordinator = browserAt(() => coordinatorAt)
    await signInNew(coordinator, databaseUrl)
    const stream = await openStream(one.desk.href, coordinator)
    const changesHeard = () => stream.text().split('event: changed').length

    const callers = new Callers(8, [site])
    await callers.acknowledge(50)
    await pair.primary.kill()
    await callers.answered(503)
    const page = await fetch(site)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('SEND')
    const refused = await postAppointment(site, { phone: '0000000001' }, { 'idempotency-key': 'refused' })
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)

    await pair.promote()
    await callers.acknowledge(50)
    await callers.finish()
    await expectIntact(databaseUrl, callers, 1)

    // Sessions, events from one instance to the other, and deliveries continue too.
    const id = await callbackOf(coordinator)
    coordinatorAt = two.desk
    // Until the load has been told.
    await delay(2_000)
    const before = changesHeard()
    expect((await coordinator.post(`/api/callbacks/${id}/claim`, { early: true })).statusCode).toBe(200)
    await expect.poll(changesHeard, { timeout: 2_000 }).toBeGreaterThan(before)
    await expect.poll(async () => (await coordinator.get('/api/deliveries')).json().waiting).toBe(0)
    const delivered = new Set(calls.map(({ body }) => JSON.parse(body).reference))
    expect(delivered).toEqual(new Set(callers.acknowledged.values()))
  },
)

/** The id of a callback that requests of the load have joined. */
async function callbackOf(browser: Browser): Promise<string> {
  const { buckets } = (await browser.get('/api/worklist')).json()
  const [row] = ['overdue', 'due', 'today', 'coming'].flatMap((name) => buckets[name].rows)
  return row.id
}
