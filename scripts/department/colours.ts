import type { Colours } from '../../src/content/colours.ts'
import { contrastRatio } from '../../src/content/colours.ts'
import { colourOf, oklchOf } from './oklch.ts'

/** The colours that a department chooses: ground, text, buttons. The others follow from them. */
export type ChosenColour = 'paper' | 'ink' | 'action'

/** WCAG 2.2, 1.4.3, for text of ordinary size. */
const LEAST_CONTRAST = 4.5

/** What follows from a chosen colour differs from it as in these, the sample's colours. */
export const SAMPLE_COLOURS: Colours = {
  paper: '#f7f3ed',
  bone: '#efe8de',
  white: '#fffdfa',
  ink: '#1d3538',
  inkSoft: '#3c4f50',
  action: '#33595d',
  actionDeep: '#27474a',
  bronze: '#86694a',
  brass: '#b98a3e',
}

const FOLLOWING = {
  paper: ['bone', 'white', 'bronze', 'brass'],
  ink: ['inkSoft'],
  action: ['actionDeep'],
} as const satisfies Record<ChosenColour, readonly (keyof Colours)[]>

/** Changes a chosen colour and those that follow from it. The sample's own choice gives the sample's own colours. */
export function withColour(colours: Colours, chosen: ChosenColour, value: string): Colours {
  const following = FOLLOWING[chosen].map((name) => [
    name,
    shifted(value, SAMPLE_COLOURS[chosen], SAMPLE_COLOURS[name]),
  ])
  const changed: Colours = { ...colours, [chosen]: value, ...Object.fromEntries(following) }
  return {
    ...changed,
    inkSoft: legible(changed.inkSoft, changed.paper),
    bronze: legible(changed.bronze, changed.paper),
  }
}

/** A colour that differs from another as `end` differs from `start`. */
function shifted(colour: string, start: string, end: string): string {
  const [from, first, last] = [oklchOf(colour), oklchOf(start), oklchOf(end)]
  return colourOf({
    lightness: from.lightness + last.lightness - first.lightness,
    chroma: (from.chroma * last.chroma) / first.chroma,
    hue: from.hue + last.hue - first.hue,
  })
}

/** The colour, or the lightest of its shades that can be read on a ground; the colour itself when none can. */
function legible(colour: string, ground: string): string {
  const { lightness, ...rest } = oklchOf(colour)
  for (let darker = lightness; darker > 0; darker -= 0.01) {
    const shade = colourOf({ lightness: darker, ...rest })
    if (contrastRatio(shade, ground) >= LEAST_CONTRAST) return shade
  }
  return colour
}
