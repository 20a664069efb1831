/**
 * The icon of the browser's tab and of lists of results: `npm run favicon -- ../content/pictures`. A file of its own,
 * because search engines read no icon that is inside a page; 48 px, the least that they show.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const SIZE_PX = 48

const [folder = '.'] = process.argv.slice(2)
const png = await sharp(join(import.meta.dirname, 'favicon.svg'), { density: 288 })
  .resize(SIZE_PX, SIZE_PX)
  .png({ palette: true, colours: 32, effort: 10 })
  .toBuffer()

/** An ICO file with one picture: its header of 6 bytes, the entry of the picture, 16 bytes, and the PNG. */
const header = Buffer.alloc(22)
header.writeUInt16LE(1, 2)
header.writeUInt16LE(1, 4)
header.writeUInt8(SIZE_PX, 6)
header.writeUInt8(SIZE_PX, 7)
header.writeUInt16LE(1, 10)
header.writeUInt16LE(32, 12)
header.writeUInt32LE(png.length, 14)
header.writeUInt32LE(header.length, 18)
writeFileSync(join(folder, 'favicon.ico'), Buffer.concat([header, png]))
