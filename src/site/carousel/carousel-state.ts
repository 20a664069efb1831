/** The least horizontal distance of a drag, in px; less is a press or a scroll. */
const DRAG_PX = 8

/** The least distance of a drag that moves the carousel, in px. */
const SWIPE_PX = 40

/** Where a carousel is, and what was done with it. */
export interface CarouselState {
  /** Steps from the first slide, counted on past the last and below zero: the slide is the remainder. */
  position: number
  /** Where the last move began: from there a track glides to `position`. */
  from: number
  /** The first and the last position so far. */
  lowest: number
  highest: number
  /** How often it was moved by hand. Each time the delay of autoplay begins anew. */
  restart: number
  /** What the visitor chose by the button, and whether less motion was asked for then. */
  chosen?: { playing: boolean; reducedMotion: boolean }
  /** The pointer that presses a slide, where it did so, and how far it has dragged it, in px. */
  press?: { pointer: number; x: number; y: number; px: number; canDrag: boolean; isDrag: boolean }
  /** Whether the last press was a drag, whose end is no click. */
  wasDragged: boolean
  /** Whether anything was moved or pressed yet: until then all is as the build rendered it. */
  isTouched: boolean
}

/** What happens to a carousel. Distances and places are in px. */
export type CarouselEvent =
  | { type: 'tick' }
  | { type: 'move'; by: number }
  | { type: 'goTo'; index: number; count: number }
  | { type: 'choose'; playing: boolean; reducedMotion: boolean }
  | { type: 'press'; pointer: number; x: number; y: number; canDrag: boolean }
  | { type: 'drag'; pointer: number; x: number; y: number; isPressed: boolean }
  /** `stepPx` is the width of one slide; `forward` is -1 where a drag to the right leads on, as in Arabic. */
  | { type: 'release'; pointer: number; x: number; stepPx: number; forward: 1 | -1 }
  | { type: 'cancel'; pointer: number }

export const INITIAL_CAROUSEL: CarouselState = {
  position: 0,
  from: 0,
  lowest: 0,
  highest: 0,
  restart: 0,
  wasDragged: false,
  isTouched: false,
}

/** The next state of a carousel. Pure; an event that changes nothing returns the same object. */
export function carouselReducer(state: CarouselState, event: CarouselEvent): CarouselState {
  switch (event.type) {
    case 'tick':
      return moved(state, 1)
    case 'move':
      return movedByHand(state, event.by)
    case 'goTo': {
      const ahead = remainder(event.index - state.position, event.count)
      return movedByHand(state, ahead > event.count / 2 ? ahead - event.count : ahead)
    }
    case 'choose':
      return { ...state, chosen: { playing: event.playing, reducedMotion: event.reducedMotion } }
    case 'press': {
      const { pointer, x, y, canDrag } = event
      return { ...state, press: { pointer, x, y, canDrag, px: 0, isDrag: false }, wasDragged: false }
    }
    default:
      return state.press?.pointer === event.pointer ? afterPointer(state, state.press, event) : state
  }
}

type PointerEnd = Extract<CarouselEvent, { type: 'drag' | 'release' | 'cancel' }>

function afterPointer(
  state: CarouselState,
  press: NonNullable<CarouselState['press']>,
  event: PointerEnd,
): CarouselState {
  const { press: _, ...released } = { ...state, wasDragged: press.isDrag }
  if (event.type === 'cancel') return released
  const px = event.x - press.x
  if (event.type === 'release') {
    if (!press.isDrag || Math.abs(px) < SWIPE_PX) return released
    const steps = Math.max(1, Math.round(Math.abs(px) / event.stepPx))
    return movedByHand(released, -Math.sign(px) * event.forward * steps)
  }
  if (!event.isPressed) return { ...released, wasDragged: false } // where no page could see it: no click follows
  const begins = press.canDrag && Math.abs(px) >= DRAG_PX && Math.abs(px) >= Math.abs(event.y - press.y)
  if (!press.isDrag && !begins) return state
  return { ...state, from: state.position, press: { ...press, px, isDrag: true }, isTouched: true }
}

const movedByHand = (state: CarouselState, by: number) => ({ ...moved(state, by), restart: state.restart + 1 })

function moved(state: CarouselState, by: number): CarouselState {
  const position = state.position + by
  return {
    ...state,
    from: state.position,
    position,
    lowest: Math.min(state.lowest, position),
    highest: Math.max(state.highest, position),
    isTouched: true,
  }
}

/** Whether a carousel moves by itself, as its button says. A choice to play ends when less motion is asked for. */
export function isPlaying({ chosen }: CarouselState, reducedMotion: boolean): boolean {
  if (chosen && (!chosen.playing || chosen.reducedMotion === reducedMotion)) return chosen.playing
  return !reducedMotion
}

/** What a carousel shows, of so many slides with so many in view at a time. */
export interface CarouselView {
  /** The first slide in view, from 0. */
  index: number
  /** Whether there is anything to move to; otherwise the slides stay where they are. */
  canMove: boolean
  /** Whether a slide, by its place from 0, is in view. */
  isShown: (place: number) => boolean
  /** Whether it has been in view or may be next, so that its picture is needed. */
  isNear: (place: number) => boolean
  /** The position of a track of slides. */
  track: number
  /** By how many full rounds a slide is shifted, so that it lies where the track passes; negative is back. */
  roundsOf: (place: number) => number
}

export function viewOf(state: CarouselState, { count, inView }: { count: number; inView: number }): CarouselView {
  const canMove = count > inView
  const index = canMove ? remainder(state.position, count) : 0
  const lowest = state.lowest - (state.press?.isDrag ? 1 : 0)
  // As many slides on either side of all that the track passes, as far as there are enough, or may be dragged to.
  const most = count - inView
  const from = Math.max(state.position - most, Math.min(state.position + most, state.from))
  const passed = Math.abs(state.position - from) + inView
  const first = Math.min(from, state.position) - Math.floor((count - passed) / 2)
  return {
    index,
    canMove,
    isShown: (place) => remainder(place - index, count) < inView,
    isNear: (place) => remainder(place - lowest, count) <= state.highest - lowest + inView,
    track: canMove ? state.position : 0,
    roundsOf: (place) => (canMove && state.isTouched ? Math.ceil((first - place) / count) : 0),
  }
}

const remainder = (value: number, of: number) => ((value % of) + of) % of
