import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const MONITORING = join(import.meta.dirname, '../../deploy/monitoring')
const read = (file: string) => readFileSync(join(MONITORING, file), 'utf8')

const ALERTS = read('alerts.yml')
const DASHBOARD: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'))

const QUERIES = DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const METRIC = /\b(?:clinic|nodejs|process)_\w+/g
const RESULTS = /result!?=~?"([\w|]+)"/g

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Expects that promtool finds no fault. */
function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: MONITORING, encoding: 'utf8' })
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
}

test('A server has every metric that alerts and dashboard name', async () => {
  const { lines } = await startServer({ METRICS_PORT: '0', LOG_LEVEL: 'silent' })
  const scrape = await (await fetch(lines.at(-2)?.replace('Metrics: ', '') ?? '')).text()
  const series = new Set(Array.from(scrape.matchAll(/^\w+/gm), ([name]) => name))
  for (const [where, text] of Object.entries({ ALERTS, QUERIES: QUERIES.join('\n') })) {
    const names = new Set(text.match(METRIC))
    expect(names.size, where).toBeGreaterThan(6)
    expect([...names].filter((name) => !series.has(name))).toEqual([])
    for (const [, results = ''] of text.matchAll(RESULTS)) {
      for (const result of results.split('|')) expect(scrape).toContain(`result="${result}"`)
    }
  }
})

testRequiring(
  { promtool: hasPromtool },
  'Prometheus accepts the configuration and queries, and each alert fires for its fault alone',
  async () => {
    promtool('check', 'config', 'prometheus.yml')
    promtool('check', 'rules', 'alerts.yml')
    const rules = QUERIES.map((expr, index) => ({ record: `dashboard:query:${index}`, expr }))
    const file = join(await temporaryDirectory(), 'queries.yml')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    promtool('check', 'rules', file)
    promtool('test', 'rules', 'alerts.test.yml')
  },
)
