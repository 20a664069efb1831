import type { DepartmentDetails } from './schema.ts'

/** The colours that a department chooses, in `department.json`. */
export type Colours = DepartmentDetails['colours']

type Shares = Partial<Record<keyof Colours, number>>

/** What is mixed of the department's colours, in percent. The shares are those that give the sample its own colours. */
const MIXED = {
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

/** The department's colours, what is mixed of them, and the red of messages. */
export function paletteOf(colours: Colours): Palette {
  const { paper, white, ink } = colours
  const mixed = (name: keyof typeof MIXED) => mix(MIXED[name], colours)
  return {
    ...colours,
    line: mixed('line'),
    fieldLine: standingOut(mixed('fieldLine'), { on: [paper, white], least: 3, towards: ink }),
    placeholder: standingOut(mixed('placeholder'), { on: [white], least: 4.5, towards: ink }),
    tint: mixed('tint'),
    calm: mixed('calm'),
    error: ERROR,
  }
}

/** A colour that is mixed of others. */
export function mix(shares: Shares, colours: Colours): string {
  const parts = (Object.entries(shares) as [keyof Colours, number][]).map(([name, share]) => [colours[name], share])
  return blend(parts as [string, number][])
}

/** The colour, with as much of another as it needs to stand out. */
function standingOut(colour: string, { on, least, towards }: { on: string[]; least: number; towards: string }): string {
  const shades = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((share) =>
    blend([
      [colour, 100 - share],
      [towards, share],
    ]),
  )
  return shades.find((shade) => on.every((ground) => contrastRatio(shade, ground) >= least)) ?? towards
}

/** @param parts colours, each with its share in percent */
function blend(parts: readonly [colour: string, share: number][]): string {
  const channels = [0, 1, 2].map((at) =>
    Math.round(parts.reduce((sum, [colour, share]) => sum + ((channelsOf(colour)[at] ?? 0) * share) / 100, 0)),
  )
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue, from 0 to 255. */
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const channelAt = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16)
  return [channelAt(1), channelAt(3), channelAt(5)]
}

/** How much two colours such as `#33595d` stand out from each other: from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
