import { PNG } from 'pngjs'

/** How many colours a part of a screenshot has; the part is in pixels of the screenshot. */
export function coloursIn(
  screenshot: Uint8Array,
  part: { left: number; right: number; top: number; bottom: number },
): number {
  const { width, height, data } = PNG.sync.read(Buffer.from(screenshot))
  const colours = new Set<number>()
  for (let y = Math.max(0, Math.ceil(part.top)); y < Math.min(height, part.bottom); y++) {
    for (let x = Math.max(0, Math.ceil(part.left)); x < Math.min(width, part.right); x++) {
      colours.add(data.readUInt32BE(4 * (y * width + x)))
    }
  }
  return colours.size
}
