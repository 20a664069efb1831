import type { DepartmentDetails } from './schema.ts'

/** The colours that a department chooses, in `department.json`. */
export type Colours = DepartmentDetails['colours']

/** How much of which of the department's colours is in a mixed one, in percent. */
export type Shares = Partial<Record<keyof Colours, number>>

/** The colours that are mixed. The shares are those that give the sample department its own colours. */
export const MIXED = {
  /** Hairlines. */
  line: { paper: 46, bone: 30, bronze: 24 },
  /** The borders of fields, and the dots. */
  fieldLine: { white: 22, action: 26, bronze: 52 },
  placeholder: { white: 15, inkSoft: 61, bronze: 24 },
  /** Behind the message of a success. */
  tint: { white: 87, action: 13 },
  /** The calm part of the banners. */
  calm: { white: 1, bone: 94, brass: 5 },
} as const satisfies Record<string, Shares>

/** The red of messages. It is no choice: everybody reads it as a mistake. */
const ERROR = '#9b2c2c'

/** All colours of the pages, such as `#33595d`. */
export type Palette = Record<keyof Colours | keyof typeof MIXED | 'error', string>

/** The department's colours, those that are mixed of them, and the red of messages. */
export function paletteOf(colours: Colours): Palette {
  const mixed = Object.fromEntries(Object.entries(MIXED).map(([name, shares]) => [name, mix(shares, colours)]))
  return { ...colours, ...(mixed as Record<keyof typeof MIXED, string>), error: ERROR }
}

/** A colour that is mixed of others. */
export function mix(shares: Shares, colours: Colours): string {
  const parts = (Object.entries(shares) as [keyof Colours, number][]).map(([name, share]) =>
    channelsOf(colours[name]).map((value) => (value * share) / 100),
  )
  const channels = [0, 1, 2].map((at) => Math.round(parts.reduce((sum, part) => sum + (part[at] ?? 0), 0)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue, from 0 to 255. */
export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
