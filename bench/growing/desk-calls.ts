import { BUCKETS, type Bucket } from '../../src/callback-request/calling/buckets.ts'
import type { Finding } from '../finding.ts'
import { startProduct } from '../program.ts'
import { percentile } from '../statistics.ts'
import { type DeskCall, signedIn } from './signed-in.ts'

const CALLS = 200

/** So many calls before those that count let V8 compile the code. */
const FIRST_CALLS = 20

/** How long a coordinator may wait for a page of a list, for a search by name, and for a change. Source: desk, section 11. */
const MOST_MS = { read: 50, name: 150, change: 100 } as const

interface Page {
  rows: { id: string; references: string[] }[]
  next: string | null
}

/** A call that is made again and again. */
interface Repeated {
  what: string
  kind: keyof typeof MOST_MS
  /** @param turn 0, 1, 2 … */
  call: (turn: number) => Promise<unknown>
}

/**
 * Measures what a signed-in coordinator waits for on a store that `fill` has filled: each call through the desk's
 * listener, one after another.
 *
 * @param location of the store, as `openDatabase` takes it
 */
export async function measureDeskCalls(location: string, environment: Record<string, string>): Promise<Finding[]> {
  const product = await startProduct({ ...environment, DESK_PORT: '0' })
  const { call } = await signedIn(product.deskAddress ?? '', location, 'coordinator')
  const findings: Finding[] = []
  for (const repeated of await callsOf(call)) findings.push(await measure(repeated))
  await product.stop()
  return findings
}

/** What is measured, in this order: whatever changes the worklist comes last. */
async function callsOf(call: DeskCall): Promise<Repeated[]> {
  const read = (what: string, path: string): Repeated => ({ what, kind: 'read', call: () => call(path) })
  const [overdue, due] = [await pagesOf('overdue', call), await pagesOf('due', call)]
  const rows = [...overdue, ...due].flatMap((page) => page.rows)
  const ids = rows.map(({ id }) => id)
  // The longest list: how many are due or come later depends on the time of day.
  const deep = overdue.at(-2)?.next
  return [
    read('Worklist', '/api/worklist'),
    ...BUCKETS.map((bucket) => read(`Worklist, first page of ${bucket}`, `/api/worklist?bucket=${bucket}`)),
    read('Worklist, last page of overdue', `/api/worklist?bucket=overdue&after=${deep}`),
    read('Worklist of a frequent service', '/api/worklist?service=Abdominoplasty'),
    read('Worklist of a rare service', '/api/worklist?service=Vaginoplasty'),
    { what: "A person's page", kind: 'read', call: (turn) => call(`/api/requests/${rows[turn]?.references[0]}`) },
    read('Spam', '/api/spam'),
    read('Deliveries', '/api/deliveries'),
    ...(await searchesOf(call)),
    // Each releases the one before. Whoever held a callback last may still say what came of the call.
    {
      what: 'Claim',
      kind: 'change',
      call: (turn) => call(`/api/callbacks/${ids[turn]}/claim`, { early: true, instead: true }),
    },
    {
      what: 'Outcome',
      kind: 'change',
      call: (turn) =>
        call(`/api/callbacks/${ids[turn]}/outcomes`, { outcome: 'no_answer', note: 'Rang for a minute.' }),
    },
  ]
}

/** Searches as people type them, each time for somebody else. */
async function searchesOf(call: DeskCall): Promise<Repeated[]> {
  const { rows } = await search(call, { limit: 100 })
  const find = (what: string, filterOf: (person: FoundPerson) => object, kind: 'read' | 'name' = 'read'): Repeated => ({
    what: `Find ${what}`,
    kind,
    call: (turn) => search(call, filterOf(rows[turn % rows.length] as FoundPerson)),
  })
  const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
  return [
    find('the newest', () => ({})),
    find('by name', ({ name }) => ({ text: name }), 'name'),
    find('by the beginning of a frequent name', ({ name }) => ({ text: name.slice(0, 2) }), 'name'),
    find('by number', ({ phone }) => ({ text: phone.slice(-10) })),
    find('by reference', ({ reference }) => ({ text: reference })),
    find('by status and day', () => ({ status: 'booked', from: day, to: day })),
    find('by a campaign that nobody has', () => ({ campaign: 'none' })),
    find(
      'by name and a campaign that nobody has',
      ({ name }) => ({ text: name.slice(0, 2), campaign: 'none' }),
      'name',
    ),
  ]
}

interface FoundPerson {
  reference: string
  name: string
  phone: string
}

function search(call: DeskCall, filter: object) {
  return call<{ rows: FoundPerson[] }>('/api/requests/search', filter)
}

async function pagesOf(bucket: Bucket, call: DeskCall): Promise<Page[]> {
  const pages: Page[] = []
  for (let after = ''; ; ) {
    const page = await call<Page>(`/api/worklist?bucket=${bucket}${after}`)
    pages.push(page)
    if (page.next === null) return pages
    after = `&after=${page.next}`
  }
}

async function measure({ what, kind, call }: Repeated): Promise<Finding> {
  const times: number[] = []
  for (let turn = 0; turn < FIRST_CALLS + CALLS; turn++) {
    const startedAt = performance.now()
    await call(turn)
    if (turn >= FIRST_CALLS) times.push(performance.now() - startedAt)
  }
  return {
    part: 'Growing',
    what: `${what}, 95th percentile`,
    value: percentile(times, 95),
    unit: 'ms',
    standards: [{ at: 'most', value: MOST_MS[kind] }],
  }
}
