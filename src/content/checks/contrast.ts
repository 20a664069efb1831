import { type Colours, contrastRatio, mix, type Palette, paletteOf } from '../colours.ts'
import { placeOf } from './texts.ts'

/** On which colours the pages write each colour, or the other way round. Mixed colours stand out by themselves: see `paletteOf`. */
const TEXTS = {
  ink: ['paper', 'bone', 'white', 'calm', 'tint'],
  inkSoft: ['paper', 'white'],
  action: ['paper', 'white', 'hover'],
  bronze: ['paper'],
  error: ['paper', 'white'],
  actionDeep: ['white'],
} as const satisfies Pairs

/** On which colours the pages have buttons and icons of each colour, as far as they have no such text there. */
const CONTROLS = { action: ['bone', 'tint'] } as const satisfies Pairs

type Ground = keyof Palette | 'hover'
type Pairs = Partial<Record<keyof Palette, readonly Ground[]>>

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const LEAST = { text: 4.5, 'button or icon': 3 }

/** What a colour is for a person who edits `department.json`, where it is not one of those in there. */
const DESCRIPTIONS: Partial<Record<Ground, string>> = {
  error: 'the red of messages',
  calm: 'the ground of the banners (mostly bone)',
  tint: 'the ground of a success (white with some action)',
  hover: 'an outlined button under the pointer (paper with some action)',
}

/** The colours that do not stand out enough: for each, where it stands out least. */
export function contrastMistakes(colours: Colours, file: string): string[] {
  const all: Record<Ground, string> = { ...paletteOf(colours), hover: mix({ paper: 92, action: 8 }, colours) }
  const shown = (name: Ground) => `${DESCRIPTIONS[name] ?? name} ${all[name]}`
  const mistakesIn = (pairs: Pairs, kind: keyof typeof LEAST) =>
    (Object.entries(pairs) as [keyof Palette, readonly Ground[]][]).flatMap(([front, grounds]) => {
      const [worst] = grounds
        .map((ground) => ({ ground, ratio: contrastRatio(all[front], all[ground]) }))
        .sort((one, other) => one.ratio - other.ratio)
      if (!worst || worst.ratio >= LEAST[kind]) return []
      const found = (Math.floor(worst.ratio * 100) / 100).toFixed(2) // never rounded up to what would suffice
      return `${placeOf(file, ['colours'])}: ${shown(front)} and ${shown(worst.ground)} have a contrast of ${found}:1; a ${kind} needs ${LEAST[kind]}:1`
    })
  return [...mistakesIn(TEXTS, 'text'), ...mistakesIn(CONTROLS, 'button or icon')]
}
