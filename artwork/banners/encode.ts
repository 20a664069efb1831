import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sharp } from 'sharp'
import { BUDGET_KB } from '../../bench/page/weight.ts'

export type Avif = Parameters<Sharp['avif']>[0]
export type Jpeg = Parameters<Sharp['jpeg']>[0]

/** How a picture is encoded, for browsers with AVIF and for those without. */
export interface Encoding {
  avif: Avif
  jpeg: Jpeg
}

/** For long soft gradients: ten bits a channel and all of the colour, so that they do not fall into steps. */
export const GRADIENTS = {
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' },
  jpeg: { quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' },
} as const

/** On a phone a veil and text lie over most of the picture, so less quality is enough. */
export const JPEG_FOR_PHONES: Jpeg = { ...GRADIENTS.jpeg, quality: 45, chromaSubsampling: '4:2:0' }

/** Photographs hide steps and need more bytes. A higher effort takes five times as long, and saves a twentieth. */
export const photograph = (quality: number, jpeg: number): Encoding => ({
  avif: { bitdepth: 8, chromaSubsampling: '4:2:0', effort: 3, quality },
  jpeg: { quality: jpeg, mozjpeg: true, chromaSubsampling: '4:2:0' },
})

/** An encoding for pictures of which it makes files of at most so many bytes. */
interface Limited extends Encoding {
  most: number
}

/** For strips, by their size at a width of 1280 px: a drawing's soft gradients, or else a photograph. */
export const ENCODINGS: readonly Limited[] = [
  { avif: { ...GRADIENTS.avif, effort: 3, quality: 80 }, jpeg: GRADIENTS.jpeg, most: 20_000 },
  ...[62, 54, 46, 38, 30].map((quality) => ({ ...photograph(quality, 68), most: 60_000 })),
]

/** For phones: the page's budget decides. */
export const ENCODINGS_FOR_PHONES: readonly Limited[] = [54, 46, 38, 30, 24, 18].map((quality) => ({
  ...photograph(quality, 45),
  most: BUDGET_KB.banner * 1000,
}))

/** The first of some encodings in which a picture is small enough, or the last. */
export async function chooseEncoding(picture: Sharp, encodings: readonly Limited[]): Promise<Encoding> {
  for (const encoding of encodings) {
    const { length } = await picture.clone().avif(encoding.avif).toBuffer()
    if (length <= encoding.most || encoding === encodings.at(-1)) return encoding
  }
  throw new Error('There should be an encoding.')
}

/** Writes a file, and the folders that it is in. */
export async function write(folder: string, file: string, content: Uint8Array | string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
