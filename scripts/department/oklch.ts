import { channelsOf } from '../../src/content/colours.ts'

/** A colour by how light, how vivid and which it is, as people see it (Ottosson, "A perceptual color space", 2020). */
export interface Oklch {
  /** From 0, black, to 1, white. */
  lightness: number
  /** From 0, grey, to about 0.3. */
  chroma: number
  /** In radians. */
  hue: number
}

export function oklchOf(colour: string): Oklch {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(linear)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** A colour such as `#33595d`; as vivid as a screen can show it. */
export function colourOf({ lightness, chroma, hue }: Oklch): string {
  const channels = screenChannelsOf({ lightness: Math.min(1, Math.max(0, lightness)), chroma, hue })
  const isShown = channels.every((value) => value > -0.5 && value < 255.5)
  if (!isShown && chroma > 0.001) return colourOf({ lightness, chroma: chroma * 0.98, hue })
  const digits = channels.map((value) =>
    Math.min(255, Math.max(0, Math.round(value)))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

function screenChannelsOf({ lightness, chroma, hue }: Oklch): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((value) => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
