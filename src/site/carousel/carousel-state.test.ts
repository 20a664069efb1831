import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarouselEvent, type CarouselState, carouselReducer, INITIAL_CAROUSEL, viewOf } from './carousel-state.ts'

const TICK = { type: 'tick' } as const
const CANCEL = { type: 'cancel', pointer: 1 } as const
const move = (by: number) => ({ type: 'move', by }) as const
const goTo = (index: number, count: number) => ({ type: 'goTo', index, count }) as const
const choose = (playing: boolean, reducedMotion: boolean) => ({ type: 'choose', playing, reducedMotion }) as const
const press = (x = 0, y = 0) => ({ type: 'press', pointer: 1, x, y, canDrag: true }) as const
const drag = (x: number, y = 0) => ({ type: 'drag', pointer: 1, x, y, isPressed: true }) as const
const release = (x: number, forward: 1 | -1 = 1) => ({ type: 'release', pointer: 1, x, stepPx: 100, forward }) as const

const after = (...events: CarouselEvent[]) => events.reduce(carouselReducer, INITIAL_CAROUSEL)

/** The slides in view, in the order of the slides. */
const shown = (state: CarouselState, count: number, inView: number) =>
  places(count).filter(viewOf(state, { count, inView }).isShown)

const near = (state: CarouselState, count: number, inView: number) =>
  places(count).filter(viewOf(state, { count, inView }).isNear)

/** Where each slide lies beside the track's beginning, in slides: its place before anything was moved. */
const lying = (state: CarouselState, count: number, inView: number) => {
  const { roundsOf } = viewOf(state, { count, inView })
  return places(count).map((place) => place + roundsOf(place) * count)
}

const places = (count: number) => Array.from({ length: count }, (_, place) => place)

/** What visitors and the clock do to a carousel of so many slides, in any order. */
const eventsOn = (count: number) => {
  const x = fc.integer({ min: 0, max: 400 }) // four slides across the window
  const forward = fc.constantFrom(1 as const, -1 as const)
  const gesture = fc
    .tuple(x, x, forward)
    .map(([from, to, forward]) => [press(from), drag(to), release(to, forward)])
    .chain((events) => fc.integer({ min: 1, max: 3 }).map((length) => events.slice(0, length)))
  const once = fc.oneof(
    fc.constantFrom<CarouselEvent>(TICK, move(1), move(-1), CANCEL, { ...drag(0), isPressed: false }),
    fc.nat(count - 1).map((index) => goTo(index, count)),
    fc.tuple(x, x).map(([x, y]) => drag(x, y)),
    fc.tuple(x, forward).map(([x, forward]) => release(x, forward)),
  )
  return fc.array(fc.oneof(gesture, fc.tuple(once)), { maxLength: 12 }).map((groups): CarouselEvent[] => groups.flat())
}

/** A carousel with slides to move to, and all that has happened to it. */
const moving = fc
  .record({ inView: fc.integer({ min: 1, max: 3 }), more: fc.integer({ min: 1, max: 21 }) })
  .chain(({ inView, more }) => {
    const count = inView + more
    return fc.record({ count: fc.constant(count), inView: fc.constant(inView), events: eventsOn(count) })
  })

test('A slide alone stays where it is, with nothing to move to', () => {
  for (const state of [INITIAL_CAROUSEL, after(move(1)), after(TICK, TICK, move(-1)), after(press(), drag(50))]) {
    expect(viewOf(state, { count: 1, inView: 1 })).toMatchObject({ canMove: false, index: 0, track: 0 })
    expect(shown(state, 1, 1)).toEqual([0])
    expect(lying(state, 1, 1)).toEqual([0])
  }
  expect(viewOf(INITIAL_CAROUSEL, { count: 2, inView: 1 }).canMove).toBe(true)
})

test('A dot leads to its slide by the shortest way', () => {
  const position = (index: number, ...before: CarouselEvent[]) => after(...before, goTo(index, 16)).position
  expect(position(3)).toBe(3)
  expect(position(8), 'as far both ways').toBe(8)
  expect(position(9)).toBe(-7)
  expect(position(15)).toBe(-1)
  expect(position(1, goTo(14, 16))).toBe(1)
  expect(position(14, goTo(1, 16))).toBe(-2)
  expect(position(0, ...Array(15).fill(TICK))).toBe(16)
  expect(position(15, ...Array(16).fill(TICK))).toBe(15)
})

test('A drag moves as many slides as it went over, and at least one', () => {
  for (const [px, steps] of [
    [40, 1],
    [149, 1],
    [151, 2],
    [310, 3],
  ] as const) {
    expect(after(press(500), drag(500 - px), release(500 - px)), `${px} px`).toMatchObject({
      position: steps,
      restart: 1,
      wasDragged: true,
    })
    expect(after(press(500), drag(500 + px), release(500 + px)).position, `${px} px back`).toBe(-steps)
    expect(after(press(500), drag(500 + px), release(500 + px, -1)).position, `${px} px, right to left`).toBe(steps)
    expect(after(press(500), drag(500 - px), release(500 - px, -1)).position, 'right to left, back').toBe(-steps)
  }
})

test('A swipe of less than 40 px returns, and is no click', () => {
  const state = after(press(), drag(39))
  expect(state.press).toMatchObject({ isDrag: true, px: 39 })
  expect(carouselReducer(state, release(39))).toEqual({ ...INITIAL_CAROUSEL, isTouched: true, wasDragged: true })
})

test('The slides follow a drag, also back to where it began', () => {
  const px = (...events: CarouselEvent[]) => after(press(100, 50), ...events).press?.px
  expect(px(drag(108, 50))).toBe(8)
  expect(px(drag(108, 50), drag(60, 300))).toBe(-40)
  expect(px(drag(108, 50), drag(101, 50))).toBe(1)
})

test('A move below 8 px or more down than across is no drag, and neither is a mouse where it selects text', () => {
  const pressed = after(press(100, 50))
  for (const event of [drag(107, 50), drag(93, 50), drag(120, 71), drag(80, 29)])
    expect(carouselReducer(pressed, event)).toBe(pressed)
  expect(carouselReducer(pressed, drag(120, 70)).press?.isDrag, 'as far across as down').toBe(true)
  expect(after(press(), drag(7), release(300))).toEqual(INITIAL_CAROUSEL)
  const byMouse = after({ ...press(), canDrag: false })
  expect(byMouse.press, 'which still presses a slide').toBeDefined()
  expect(carouselReducer(byMouse, drag(300))).toBe(byMouse)
  expect(carouselReducer(byMouse, release(300))).toEqual(INITIAL_CAROUSEL)
})

test('A pointer that does not press a slide changes nothing', () => {
  for (const state of [INITIAL_CAROUSEL, after(move(1)), after(press()), after(press(), drag(50))]) {
    for (const event of [drag(90), { ...drag(90), isPressed: false }, release(90), CANCEL])
      expect(carouselReducer(state, { ...event, pointer: 2 })).toBe(state)
  }
  for (const event of [drag(90), release(90), CANCEL])
    expect(carouselReducer(INITIAL_CAROUSEL, event)).toBe(INITIAL_CAROUSEL)
})

test('The next slide is near, one on either side during a drag, and what was in view', () => {
  expect(near(INITIAL_CAROUSEL, 16, 1)).toEqual([0, 1])
  expect(near(INITIAL_CAROUSEL, 16, 3)).toEqual([0, 1, 2, 3])
  expect(near(after(press(), drag(50)), 16, 1)).toEqual([0, 1, 15])
  expect(near(after(move(-1), move(1), move(1)), 16, 1)).toEqual([0, 1, 2, 15])
  expect(near(after(...Array(20).fill(TICK)), 16, 1)).toEqual(places(16))
})

test('A slide that was near stays near', () => {
  fc.assert(
    fc.property(moving, ({ count, inView, events }) => {
      let [state, before] = [INITIAL_CAROUSEL, near(INITIAL_CAROUSEL, count, inView)]
      for (const event of events) {
        state = carouselReducer(state, event)
        const now = near(state, count, inView)
        expect(now).toEqual(expect.arrayContaining([...before, ...shown(state, count, inView)]))
        if (!state.press) before = now
      }
    }),
  )
})

test('Before anything was moved or dragged all slides are where the build rendered them', () => {
  const untouched = [press(), drag(7), release(7), press(), CANCEL, choose(false, false)]
  for (const [at] of untouched.entries()) {
    const state = after(...untouched.slice(0, at))
    expect(state.isTouched).toBe(false)
    for (const inView of [1, 2, 3]) expect(lying(state, 16, inView)).toEqual(places(16))
  }
  expect(lying(after(TICK), 16, 3)).toEqual([...places(10), ...[10, 11, 12, 13, 14, 15].map((place) => place - 16)])
})

test('The slides lie without a gap where the track stops, and on both sides of it while it is dragged', () => {
  fc.assert(
    fc.property(moving, ({ count, inView, events }) => {
      let state = INITIAL_CAROUSEL
      for (const event of events) {
        state = carouselReducer(state, event)
        if (!state.isTouched) continue
        const { track, index } = viewOf(state, { count, inView })
        const slides = lying(state, count, inView).toSorted((one, other) => one - other)
        expect(slides, 'next to each other').toEqual(places(count).map((place) => place + Number(slides[0])))
        const beside = event.type === 'drag' && state.press?.isDrag && count >= inView + 2 ? 1 : 0
        const needed = Array.from({ length: inView + 2 * beside }, (_, at) => track - beside + at)
        expect(slides).toEqual(expect.arrayContaining(needed))
        expect(lying(state, count, inView)[index], 'the first in view').toBe(track)
      }
    }),
  )
})
