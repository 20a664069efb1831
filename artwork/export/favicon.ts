/**
 * The icons of the browser's tab, of lists of results, and of a phone's home screen, for the folder of the program:
 * `node artwork/export/favicon.ts content/pictures`. Files of their own, because search engines read no icon that is
 * inside a page.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { APPLE_ICON, FAVICON_PX, icoOf } from '../banners/other-pictures.ts'

const [folder = '.'] = process.argv.slice(2)
const drawing = readFileSync(join(import.meta.dirname, 'favicon.svg'), 'utf8')
const png = (svg: string, px: number) =>
  sharp(Buffer.from(svg), { density: 600 }).resize(px, px).png({ palette: true, colours: 32, effort: 10 }).toBuffer()

writeFileSync(join(folder, 'favicon.ico'), icoOf(await png(drawing, FAVICON_PX), FAVICON_PX))
// A phone rounds its corners itself.
writeFileSync(join(folder, APPLE_ICON.file), await png(drawing.replace(/ rx="\d+"/, ''), APPLE_ICON.px))
