import { type Colours, channelsOf, type Palette, paletteOf } from '../content/colours.ts'

/** The colours that stylesheets also use translucent, as in `rgb(var(--ink-rgb) / 8%)`. */
const TRANSLUCENT = ['ink', 'action', 'white', 'bone', 'calm'] as const satisfies (keyof Palette)[]

/** The department's colours as custom properties, such as `--ink-soft`. No stylesheet of the pages writes a colour. */
export function colourStyles(colours: Colours): string {
  const palette = paletteOf(colours)
  const properties = [
    ...Object.entries(palette).map(([name, colour]) => [nameOf(name), colour]),
    ...TRANSLUCENT.map((name) => [`${nameOf(name)}-rgb`, channelsOf(palette[name]).join(' ')]),
    ['--arrow', arrow(palette.action)],
  ]
  return `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`
}

const nameOf = (colour: string) => `--${colour.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The arrow of a select. A picture cannot use the page's custom properties. */
function arrow(colour: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='12' height='8' fill='none' stroke='${colour}' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'><path d='m1 1.5 5 5 5-5'/></svg>`
  return `url("data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}")`
}
