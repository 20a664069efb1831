import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../src/cli/demo/random.ts'
import type { Instance } from './instances.ts'
import type { PostgresPair } from './postgres-pair.ts'

/** A place where all connections can be broken. */
export interface Line {
  /** Resets all connections, and refuses new ones until `restore`. */
  cut: () => void
  restore: () => void
}

type Fault = [name: string, fault: (site: Site, random: Random) => Promise<void>]

/** What faults happen to. */
export interface Site {
  instances: readonly [Instance, Instance]
  pair: PostgresPair
  lines: { visitors: Line; postgres: Line }
  /** Lets the connections to PostgreSQL that there are hang for ever, as a firewall does that forgets them. */
  silencePostgres: () => void
}

/**
 * Each fault lasts for a random time, and ends: what was stopped runs again, or is replaced. Long pauses outlast every
 * time-out of the product.
 */
const FAULTS: readonly [Fault, ...Fault[]] = [
  [
    'an instance is killed',
    async ({ instances }, random) => {
      const instance = random.pick(instances)
      await instance.end('SIGKILL')
      await delay(random.between(0, 3_000))
      await instance.startAsServiceDoes()
    },
  ],
  [
    'an instance is restarted',
    async ({ instances }, random) => {
      const instance = random.pick(instances)
      await instance.end('SIGTERM')
      await instance.startAsServiceDoes()
    },
  ],
  [
    'an instance is paused',
    async ({ instances }, random) => {
      const instance = random.pick(instances)
      instance.signal('SIGSTOP')
      await delay(random.between(10, 12_000))
      instance.signal('SIGCONT')
    },
  ],
  [
    'the primary is killed, and starts again',
    async ({ pair }, random) => {
      await pair.primary.kill()
      await delay(random.between(0, 3_000))
      await pair.primary.start()
    },
  ],
  [
    'the primary is paused',
    async ({ pair }, random) => {
      pair.primary.pause()
      await delay(random.between(10, 12_000))
      pair.primary.resume()
    },
  ],
  [
    'the standby is paused',
    async ({ pair }, random) => {
      pair.standby.pause()
      await delay(random.between(10, 12_000))
      pair.standby.resume()
    },
  ],
  [
    'the primary is killed, and the standby promoted',
    async ({ pair }, random) => {
      await pair.primary.kill()
      await delay(random.between(0, 3_000))
      await pair.promote()
      await delay(random.between(0, 3_000))
      await pair.addStandby()
    },
  ],
  ['the connections of visitors are cut', ({ lines }, random) => cut(lines.visitors, random)],
  ['the connections to PostgreSQL are cut', ({ lines }, random) => cut(lines.postgres, random)],
  ['the connections to PostgreSQL fall silent', async ({ silencePostgres }) => silencePostgres()],
]

async function cut(line: Line, random: Random): Promise<void> {
  line.cut()
  await delay(random.between(0, 3_000))
  line.restore()
}

/** Lets something fail by chance. @returns what it was, when that is over */
export async function letSomethingFail(site: Site, random: Random): Promise<string> {
  const [name, fault] = random.pick(FAULTS)
  await fault(site, random)
  return name
}
