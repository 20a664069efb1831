/**
 * The icon of the browser's tab and of lists of results: `npm run favicon -- ../content/pictures`. A file of its own,
 * because search engines read no icon that is inside a page; 48 px, the least that they show.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { icoOf } from '../banners/other-pictures.ts'

const SIZE_PX = 48

const [folder = '.'] = process.argv.slice(2)
const png = await sharp(join(import.meta.dirname, 'favicon.svg'), { density: 288 })
  .resize(SIZE_PX, SIZE_PX)
  .png({ palette: true, colours: 32, effort: 10 })
  .toBuffer()

writeFileSync(join(folder, 'favicon.ico'), icoOf(png, SIZE_PX))
