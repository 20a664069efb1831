import type { Page } from '@playwright/test'

/** A part of a picture, in its pixels. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export const hexOf = (channels: readonly number[]) =>
  `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`

/** The different colours of the pixels in some parts of a picture, the most frequent first: of each its red, green and blue. */
export async function coloursIn(page: Page, png: Buffer, parts: Place[]): Promise<number[][][]> {
  const colours = await page.evaluate(
    async ([png, parts]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) throw new Error('No canvas to look at')
      context.drawImage(bitmap, 0, 0)
      return parts.map(({ x, y, width, height }) => {
        const { data } = context.getImageData(x, y, width, height)
        const pixels = new DataView(data.buffer)
        const times = new Map<number, number>()
        for (let at = 0; at < data.length; at += 4) {
          const colour = pixels.getUint32(at)
          times.set(colour, (times.get(colour) ?? 0) + 1)
        }
        return [...times].sort(([, one], [, other]) => other - one).map(([colour]) => colour)
      })
    },
    [png.toString('base64'), parts] as const,
  )
  return colours.map((part) => part.map((colour) => [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255]))
}
