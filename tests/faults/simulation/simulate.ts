import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { type Act, type Setting, type Step, stepsOf } from './acts.ts'
import { type Answered, Department, inOrder, type Seen } from './department.ts'
import {
  apply,
  type Callback,
  holderOf,
  isOpen,
  latestOutcomeOf,
  placeOf,
  promisesOf,
  type Request,
  requestsOf,
  statusOf,
  type Times,
  type World,
} from './model.ts'

const BEGIN = Date.parse('2026-11-20T09:30:00.000Z')
const MINUTE = 60_000
/** Somebody who holds nothing. */
const NOBODY = 9
/** More runs than there are in a second. */
const MOST_A_SECOND = 100
/** So long are the steps of a failure made shorter. */
const SHRINKING_MS = 2 * MINUTE

/** One act of a step, as both sides take it. */
interface Doing {
  act: Act & { on: number }
  mail: string
  key: string
  times: Times
}

/**
 * Runs steps at the product and at the model, and compares after each.
 *
 * @throws what differs
 */
async function simulate(department: Department, steps: readonly Step[]): Promise<void> {
  let now = BEGIN
  let worlds: World[] = [{ requests: [], callbacks: [], blocked: new Map() }]
  const mails: string[] = []
  const story: string[] = []
  await department.begin(now)
  for (const [number, { minutes, acts, fault, clock }] of steps.entries()) {
    now += minutes * MINUTE
    await department.pass(now)
    const instanceOf = (on: number) =>
      department.instances[on % department.instances.length] as (typeof department.instances)[number]
    if (clock) instanceOf(clock.on).aheadMs = clock.hours * 60 * MINUTE
    const doing = acts.map((chosen, index): Doing => {
      const isRequest = chosen.act === 'ask' || chosen.act === 'add'
      const key = isRequest ? `visitor-${number}-${index}@asked.example` : `change-${number}-${index}`
      const times = { at: instanceOf(chosen.on).shown().getTime(), store: now }
      return { ...resolved(chosen, worlds[0] as World, mails), key, times }
    })
    if (department.instances.length === 1) for (const one of doing) one.times.store = one.times.at
    for (const { act, key } of doing) if (act.act === 'ask' || act.act === 'add') mails.push(key)
    const release = fault === 'locked' ? await department.lock() : undefined
    const answers = Promise.all(doing.map(({ act, mail, key }) => department.act(instanceOf(act.on), act, mail, key)))
    if (release) await delay(20).then(release)
    if (fault === 'crash') await department.crash(instanceOf(acts[0]?.on ?? 0))
    const answered = await answers
    const seen = await department.seen(doing[0]?.times.store ?? now)
    story.push(...doing.map((one, index) => wordsOfAct(one, answered[index], fault)))
    const viewing = doing[0]?.times ?? { at: now, store: now }
    const next = await department.nextOf(instanceOf(acts[0]?.on ?? 0))
    try {
      worlds = nextOf(worlds, doing, answered, seen)
      checkNext(worlds[0] as World, next, viewing)
    } catch (error) {
      throw new Error(`${story.join('\n')}\n${error instanceof Error ? error.message : error}`)
    }
  }
  await department.end(steps.some(({ fault }) => fault === 'crash'))
}

/** An act on a request, mostly one for which it has a sense, by somebody who may do it. */
function resolved(
  act: Step['acts'][number],
  world: World,
  mails: readonly string[],
): { act: Step['acts'][number]; mail: string } {
  if (!('request' in act)) return { act, mail: '' }
  const any = mails[act.request % mails.length] ?? ''
  if (act.request > 24) return { act, mail: any }
  const callbackOf = (request: Request) => world.callbacks.find(({ id }) => id === request.callback)
  const last = (request: Request) => callbackOf(request)?.events.at(-1)
  const isSettled = (request: Request) => !isOpen(world, callbackOf(request) as Callback)
  const fits: Partial<Record<Act['act'], (request: Request) => boolean>> = {
    report: (request) => typeof callbackOf(request)?.lastHolder === 'number',
    undo: (request) => 'by' in (last(request) ?? {}),
    reopen: (request) => request.callback !== null && isSettled(request),
    restore: (request) => request.callback === null || isSettled(request),
  }
  const fitting = world.requests.filter(fits[act.act] ?? (() => true))
  const request = fitting[act.request % fitting.length] ?? world.requests[act.request % world.requests.length]
  if (!request) return { act, mail: any }
  const event = last(request)
  const by = event && 'by' in event ? event.by : undefined
  const who = act.act === 'report' ? callbackOf(request)?.lastHolder : act.act === 'undo' ? by : undefined
  const callback = callbackOf(request)
  const attempt = callback && latestOutcomeOf(callback)
  return { act: { ...act, ...(who != null && { who }), ...(attempt && { attempt }) } as typeof act, mail: request.mail }
}

/** What the world may be after a step: several, as long as neither answers nor store tell them apart. */
function nextOf(worlds: readonly World[], doing: readonly Doing[], answered: readonly Answered[], seen: Seen): World[] {
  const [first, second] = doing.map((_, index) => index)
  const orders =
    second === undefined
      ? [[first]]
      : [
          [first, second],
          [second, first],
        ]
  // What is not known to have happened, may have happened or not.
  const unknown = answered.flatMap((answer, index) => (answer === 'broken' ? [index] : []))
  const skips = [[], ...unknown.map((index) => [index]), ...(unknown.length === 2 ? [unknown] : [])]
  const possible = new Map<string, World>()
  const differences: string[] = []
  const stored = JSON.stringify(seen, null, 1)
  for (const [world, order, skipped] of worlds.flatMap((world) =>
    orders.flatMap((order) => skips.map((skip) => [world, order, skip] as const)),
  )) {
    const next = structuredClone(world)
    const wrong = order
      .filter((index) => index !== undefined && !skipped.includes(index))
      .flatMap((index) => wrongAt(next, doing[index ?? 0] as Doing, answered[index ?? 0] ?? ''))
    const expected = JSON.stringify(wordsOf(next, doing[0]?.times ?? { store: 0 }), null, 1)
    if (wrong.length === 0 && expected === stored) possible.set(keyOf(next), next)
    else differences.push([...wrong, `expected ${expected}`, `stored ${stored}`].join('\n'))
  }
  if (possible.size === 0) throw new Error(differences[0])
  return [...possible.values()]
}

/** The same for worlds that differ only in an order without a meaning. */
function keyOf({ requests, callbacks, blocked }: World): string {
  const byMail = requests.toSorted((a, b) => compare(a.mail, b.mail))
  return JSON.stringify([byMail, callbacks.toSorted((a, b) => compare(a.id, b.id)), [...blocked].sort()])
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Does an act in the model. @returns how the product has answered wrongly */
function wrongAt(world: World, { act, mail, key, times }: Doing, answer: Answered): string[] {
  const expected = apply(world, act, mail, key, times)
  const isRight = answer === 'broken' || answer === expected || (expected !== 'ok' && expected.includes(answer))
  return isRight ? [] : [`${key}: ${answer} instead of ${expected}`]
}

/** @throws when somebody else should be called next by a person who holds nobody @param next the mails of the callback */
function checkNext(world: World, next: readonly string[], times: Times): void {
  const places = world.callbacks.map((callback) => {
    const isNext = requestsOf(world, callback).some(({ mail }) => next.includes(mail))
    return { place: placeOf(world, callback, NOBODY, times), isNext }
  })
  const [first = null] = places.flatMap(({ place }) => place ?? []).sort()
  const offered = places.find(({ isNext }) => isNext)?.place ?? null
  if (first !== offered) throw new Error(`next is ${next[0]} (${offered}) instead of ${first}`)
}

function wordsOfAct({ act, mail, key, times }: Doing, answer: Answered | undefined, fault: Step['fault']): string {
  const { act: what, on, ...more } = act
  const at = `${new Date(times.at).toISOString()} (store ${new Date(times.store).toISOString()})`
  return `${at} on ${on} ${fault ?? ''}: ${what} ${JSON.stringify({ ...more, request: mail })} as ${key}: ${answer}`
}

function wordsOf(world: World, times: Pick<Times, 'store'>): Seen {
  const instant = (at: number) => new Date(at).toISOString()
  const callbacks = world.callbacks.map((callback) => {
    const holder = holderOf(callback, times)
    return {
      requests: requestsOf(world, callback).map(({ mail }) => mail),
      status: statusOf(world, callback),
      promises: promisesOf(world, callback)
        .map(({ of, from, until, pause, tried }) => {
          const paused = pause <= from ? '' : ` paused until ${instant(pause)}`
          return `${of.includes('@') ? of : 'chosen'} ${instant(from)}-${instant(until)}${paused} tried ${tried.length}`
        })
        .sort(),
      holder: holder === null ? null : `person-${holder}`,
    }
  })
  const held = world.requests.filter(({ callback }) => callback === null).map(({ mail }) => mail)
  const inUse = callbacks.filter(({ requests }) => requests.length > 0)
  return {
    held: held.sort(),
    blocked: [...world.blocked.values()].map((number) => `000000000${number}`).sort(),
    callbacks: inOrder(inUse),
  }
}

/**
 * Simulates many runs of a department, each of at most 40 steps.
 *
 * @param seconds after which no other run begins
 * @throws the shortest steps that it found, after two minutes at most, whose seed repeats them
 */
export async function simulateFor(seconds: number, location: string, setting: Setting): Promise<number> {
  const department = await Department.open(location, setting.instances)
  let runs = 0
  let hasFailed = false
  const end = performance.now() + seconds * 1_000
  try {
    const property = fc.asyncProperty(stepsOf(setting), async (steps) => {
      if (performance.now() > end && !hasFailed) return
      runs++
      try {
        await simulate(department, steps)
      } catch (error) {
        hasFailed = true
        throw error
      }
    })
    const most = { numRuns: seconds * MOST_A_SECOND, interruptAfterTimeLimit: seconds * 1_000 + SHRINKING_MS }
    await fc.assert(property, { ...most, unbiased: true })
  } finally {
    await department.close()
  }
  return runs
}
