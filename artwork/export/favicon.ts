/**
 * The icon of the browser's tab: `npm run favicon -- ../src/site`. It is a PNG, because browsers read an SVG as a document
 * of its own, which takes a phone longer than the picture is worth. The pages hold it in themselves.
 */
import { join } from 'node:path'
import sharp from 'sharp'

const [folder = '.'] = process.argv.slice(2)
await sharp(join(import.meta.dirname, 'favicon.svg'), { density: 192 })
  .resize(32, 32)
  .png({ palette: true, colours: 16, effort: 10 })
  .toFile(join(folder, 'favicon.png'))
