/** A browser that the journeys can run in. */
export interface Engine {
  name: string
  /** What keeps it from running here, in a few words; undefined when it can start. */
  missing: string | undefined
  start: () => Promise<Browser>
}

/** A browser that runs. */
export interface Browser {
  /** Opens a page of exactly this size, without cookies or storage from before. */
  open: (size: Size) => Promise<Page>
  close: () => Promise<void>
}

/** The size of a page, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** A point of the window, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

export type Key = 'Tab' | 'Enter' | 'Escape'

/** A page, moved by the input of a real visitor. */
export interface Page {
  /** Resolves when the document has loaded. */
  goto: (address: string) => Promise<void>
  /** Runs a function in the page; it sees its own parameters and nothing else of this program. */
  evaluate: <Parameters extends unknown[], Result>(
    run: (...parameters: Parameters) => Result | Promise<Result>,
    ...parameters: Parameters
  ) => Promise<Result>
  /** Presses at a point of the window: with a finger on a phone's page where the browser supports it, else with the mouse. */
  press: (point: Point) => Promise<void>
  /** Moves the mouse over these points with its button pressed, and then without it to the last one. */
  drag: (points: Point[], last: Point) => Promise<void>
  /** Types into what has the focus, key by key. */
  type: (text: string) => Promise<void>
  key: (key: Key) => Promise<void>
  /** The errors on the console and the exceptions that nobody caught, of all documents so far. */
  errors: () => Promise<string[]>
  /** What is in the window, as PNG. */
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}
