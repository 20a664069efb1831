// Masters to web files. Run by hand after rendering:
//
//   npm ci && node export/export.mjs [--masters DIR] [--to DIR] [NAME...]
//
// Without names, every picture whose master is there is exported. AVIF has ten
// bits a channel, so that the long soft gradients do not fall into steps.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const SLUGS = [
  'abdominoplasty', 'blepharoplasty', 'breast-reduction', 'breast-augmentation', 'brow-lift',
  'cheek-implants', 'chin-implants', 'face-and-neck-lift', 'facial-paralysis',
  'fat-injection-into-face', 'gynaecomastia', 'hymenoplasty', 'liposuction', 'rhinoplasty',
  'scar-revision', 'vaginoplasty',
];
// `jpg` names the width that is also written without a width in its name.
// Small files can afford more quality: `avif` is for widths up to 1280, `avifWide` above.
const BANNER = { widths: [640, 960, 1280, 1920, 2560], jpg: 1920, avif: 86, avifWide: 80 };
const CARD = { widths: [400, 800], avif: 80 };
const EXPORTS = {
  banner_breast_augmentation: BANNER,
  banner_abdominoplasty: BANNER,
  banner_rhinoplasty: BANNER,
  ...Object.fromEntries(SLUGS.map((slug) => [`card_${slug}`, CARD])),
  modal: { widths: [400, 800], avif: 70 },
  thank_you: { widths: [800, 1600], avif: 80, avifWide: 66 },
  og: { widths: [], jpg: 1200 },
};
const JPEG = { quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' };
const AVIF = { effort: 9, bitdepth: 10, chromaSubsampling: '4:4:4' };

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    masters: { type: 'string', default: join(here, '../out/masters') },
    to: { type: 'string', default: join(here, '../out/pictures') },
  },
});
sharp.concurrency(1);
mkdirSync(values.to, { recursive: true });

function write(file, data) {
  writeFileSync(join(values.to, file), data);
  console.log(`${file.padEnd(44)} ${(data.length / 1024).toFixed(1).padStart(7)} KB`);
}

async function exportPicture(name) {
  const { widths, jpg, avif, avifWide = avif } = EXPORTS[name];
  const master = join(values.masters, `${name}.png`);
  const at = (width) => sharp(master).resize(width, null, { kernel: 'lanczos3' });
  for (const width of widths) {
    const quality = width > 1280 ? avifWide : avif;
    write(`${name}-${width}.avif`, await at(width).avif({ ...AVIF, quality }).toBuffer());
    write(`${name}-${width}.jpg`, await at(width).jpeg(JPEG).toBuffer());
  }
  if (jpg) write(`${name}.jpg`, await at(jpg).jpeg(JPEG).toBuffer());
}

const unknown = positionals.filter((name) => !(name in EXPORTS));
if (unknown.length) throw new Error(`no picture is called ${unknown.join(', ')}`);
for (const name of positionals.length ? positionals : Object.keys(EXPORTS)) {
  if (existsSync(join(values.masters, `${name}.png`))) await exportPicture(name);
  else console.warn(`${name}: no master, left out`);
}
