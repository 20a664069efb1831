import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { type Act, type Setting, SLOTS, type Step, stepsOf } from './acts.ts'
import { type Answered, Department, inOrder, peopleAmong, type Seen } from './department.ts'
import {
  apply,
  askersOf,
  type Callback,
  holderOf,
  isOpen,
  outcomesOf,
  placeOf,
  promisesOf,
  type Request,
  requestsOf,
  statusOf,
  type Times,
  triesOf,
  type World,
} from './model.ts'

const BEGIN = Date.parse('2026-11-20T09:30:00.000Z')
const MINUTE = 60_000
/** Somebody who holds nothing. */
const NOBODY = 9
/** What staff call so can be restored. */
const MARKED = ['spam', 'do_not_call']
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
      const times = { at: instanceOf(chosen.on).shown().getTime(), store: now }
      const { act, mail } = resolved(chosen, worlds[0] as World, mails, times.at)
      const isRequest = act.act === 'ask' || act.act === 'add'
      const key = isRequest ? `visitor-${number}-${index}@asked.example` : `change-${number}-${index}`
      return { act, mail, key, times }
    })
    if (department.instances.length === 1) for (const one of doing) one.times.store = one.times.at
    for (const { act, key } of doing)
      if (act.act === 'ask' || act.act === 'add') mails.push(...askersOf(act, key).map(({ mail }) => mail))
    const release = fault === 'locked' ? await department.lock() : undefined
    const answers = Promise.all(doing.map(({ act, mail, key }) => department.act(instanceOf(act.on), act, mail, key)))
    if (release) await delay(20).then(release)
    if (fault === 'crash') await department.crash(instanceOf(acts[0]?.on ?? 0))
    const answered = await answers
    const seen = await department.seen(doing[0]?.times.store ?? now)
    story.push(...doing.map((one, index) => wordsOfAct(one, answered[index], fault)))
    const viewing = doing[0]?.times ?? { at: now, store: now }
    // It takes as long as an act.
    const next = minutes % 5 === 0 ? await department.nextOf(instanceOf(acts[0]?.on ?? 0)) : undefined
    try {
      worlds = nextOf(worlds, doing, answered, seen)
      if (next) checkNext(worlds[0] as World, next, viewing)
    } catch (error) {
      throw new Error(`${story.join('\n')}\n${error instanceof Error ? error.message : error}`)
    }
  }
  await department.end()
}

/** An act on a request, mostly one for which it has a sense, by somebody who may do it. Where there is none, one asks or claims. */
function resolved(
  act: Step['acts'][number],
  world: World,
  mails: readonly string[],
  at: number,
): { act: Step['acts'][number]; mail: string } {
  if (!('request' in act)) return { act, mail: '' }
  const { request: drawn, on } = act
  const callbackOf = (request: Request) => world.callbacks.find(({ id }) => id === request.callback)
  const outcomes = (callback: Callback | undefined) => (callback ? outcomesOf(callback) : [])
  const isSettled = (request: Request) => !isOpen(world, callbackOf(request) as Callback)
  const fits: Partial<Record<Act['act'], (request: Request) => boolean>> = {
    claim: (request) => request.callback !== null && !isSettled(request),
    // Also what somebody has held, and was released.
    report: (request) => typeof callbackOf(request)?.[drawn % 5 === 0 ? 'holder' : 'lastHolder'] === 'number',
    release: (request) => (callbackOf(request)?.heldUntil ?? 0) > at - 60 * MINUTE,
    undo: (request) => outcomes(callbackOf(request)).some((one) => !one.isUndone && at - one.at < 20 * MINUTE),
    reopen: (request) => request.callback !== null && isSettled(request),
    restore: (request) =>
      request.callback === null || MARKED.includes(statusOf(world, callbackOf(request) as Callback)),
    withdraw: ({ isAdded, isWithdrawn }) => (drawn % 4 === 0 ? isWithdrawn : !isAdded),
  }
  const fitting = world.requests.filter(fits[act.act] ?? (() => true))
  if (fitting.length === 0 && (act.act === 'claim' || world.requests.length < 4)) {
    const who = { number: drawn % 4 === 3 ? 1 : 0, name: drawn % 3, slot: SLOTS[drawn % 5] ?? null }
    return { act: { act: 'ask', ...who, isSpam: false, times: 1, people: 1, on }, mail: '' }
  }
  if (fitting.length === 0) {
    const claiming = { isEarly: true, instead: true, prolong: false }
    return resolved({ act: 'claim', who: drawn % 3, request: drawn, ...claiming, on }, world, mails, at)
  }
  // What was done last is mostly what is undone, or opened again.
  const isLatest = ['undo', 'reopen', 'restore'].includes(act.act) && drawn % 3 > 0
  const changed = (request: Request) => Number(outcomes(callbackOf(request)).at(-1)?.key.split('-')[1] ?? 0)
  const inOrder = isLatest ? fitting.toSorted((a, b) => changed(b) - changed(a)) : fitting
  const request = drawn > 27 ? undefined : inOrder[isLatest ? 0 : drawn % inOrder.length]
  const mail = request?.mail ?? mails[drawn % mails.length] ?? ''
  const callback = request && callbackOf(request)
  const made = outcomes(callback)
  const undone = drawn % 9 === 1 ? made[0] : (made.findLast(({ isUndone }) => !isUndone) ?? made.at(-1))
  const allowed = { report: callback?.lastHolder ?? callback?.holder, undo: undone?.by }[act.act as string]
  const stored = world.requests.find((one) => one.mail === mail)
  const of = 'of' in act && stored ? { of: { number: stored.number, person: stored.person } } : {}
  const replacing = world.requests.findLast(({ isWithdrawn }) => isWithdrawn === (drawn % 2 === 0))
  const by = 'by' in act && act.by !== '' ? { by: (replacing ?? world.requests.at(-1))?.mail ?? '' } : {}
  const who = allowed == null || drawn % 7 === 0 ? {} : { who: allowed }
  return { act: { ...act, ...who, ...by, ...of, ...('attempt' in act && { attempt: undone?.key ?? 'none' }) }, mail }
}

/** What the world may be after a step: several, as long as neither answers nor store tell them apart. */
function nextOf(worlds: readonly World[], doing: readonly Doing[], answered: readonly Answered[], seen: Seen): World[] {
  const [first, second] = doing.map((_, index) => index)
  const both = [
    [first, second],
    [second, first],
  ]
  // Erasing is done twice, for those who ask meanwhile.
  const again = both.map(([one, other]) => [one, other, one]).filter(([one]) => doing[one ?? 0]?.act.act === 'erase')
  const orders = second === undefined ? [[first]] : [...both, ...again]
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
      tries: triesOf(world, callback),
      promises: promisesOf(world, callback)
        .map(({ of, from, until, pause, tried }) => {
          const paused = pause <= from ? '' : ` paused until ${instant(pause)}`
          return `${of.includes('@') ? of : 'chosen'} ${instant(from)}-${instant(until)}${paused} tried ${tried.length}`
        })
        .sort(),
      holder: holder === null ? null : `person-${holder}`,
      keepsErased: false,
    }
  })
  const held = world.requests.filter(({ callback }) => callback === null).map(({ mail }) => mail)
  const inUse = callbacks.filter(({ requests }) => requests.length > 0)
  return {
    held: held.sort(),
    people: peopleAmong(world.requests),
    blocked: [...world.blocked.values()].map((number) => `000000000${number}`).sort(),
    callbacks: inOrder(inUse),
  }
}

/**
 * Simulates many runs of a department, each of at most 40 steps.
 *
 * @param most how many runs there are, or after how many seconds no other begins
 * @returns how many there were
 * @throws the shortest steps that it found, after two minutes at most, whose seed repeats them
 */
export async function simulateRuns(
  most: { runs: number } | { seconds: number },
  location: string,
  setting: Setting,
): Promise<number> {
  const department = await Department.open(location, setting.instances)
  let end = 'seconds' in most ? performance.now() + most.seconds * 1_000 : Infinity
  let runs = 0
  let hasFailed = false
  try {
    const property = fc.asyncProperty(stepsOf(setting), async (steps) => {
      if (performance.now() > end) return
      runs++
      try {
        await simulate(department, steps)
      } catch (error) {
        if (!hasFailed) end = performance.now() + SHRINKING_MS
        hasFailed = true
        throw error
      }
    })
    const numRuns = 'runs' in most ? most.runs : most.seconds * MOST_A_SECOND
    await fc.assert(property, { numRuns, unbiased: true })
  } finally {
    await department.close()
  }
  return runs
}
