// Masters to web files. Run by hand after rendering:
//
//   npm ci && node export/export.mjs [--masters DIR] [--to DIR] [--only SIZE] [NAME...]
//
// Without names, every picture whose master is there is exported; `--only 600` or
// `--only phone` leaves out the other sizes. AVIF has ten bits a channel, so that the
// long soft gradients do not fall into steps.
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
// `avif` gives each width its AVIF quality: small files can afford more. `shape` is width by
// height, cut from the middle of the master. `jpg` names the width that is also written
// without a width in its name, `phone` where the crop for phones begins: 0 is as far left
// as it goes, 1 as far right. The qualities were found by eye: at 40 the soft parts of a card
// begin to ripple, at 55 they look smooth.
const BANNER = { avif: { 640: 86, 960: 86, 1280: 86, 1920: 80, 2560: 80 }, jpg: 1920 };
const CARD = { avif: { 400: 55, 600: 55, 800: 55 }, shape: 3 / 2 };
const EXPORTS = {
  banner_breast_augmentation: { ...BANNER, phone: 0.76 },
  banner_abdominoplasty: { ...BANNER, phone: 0.78 },
  banner_rhinoplasty: { ...BANNER, phone: 0.56 },
  ...Object.fromEntries(SLUGS.map((slug) => [`card_${slug}`, CARD])),
  modal: { avif: { 400: 70, 800: 70 } },
  thank_you: { avif: { 800: 80, 1600: 66 } },
  og: { avif: {}, jpg: 1200 },
};
const JPEG = { quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' };
const AVIF = { effort: 9, bitdepth: 10, chromaSubsampling: '4:4:4' };
// On a phone a veil and text lie over most of the picture, so less quality is enough.
const PHONE = {
  width: 960,
  height: 768,
  avif: { ...AVIF, quality: 52 },
  jpeg: { ...JPEG, quality: 45, chromaSubsampling: '4:2:0' },
};

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    masters: { type: 'string', default: join(here, '../out/masters') },
    to: { type: 'string', default: join(here, '../out/pictures') },
    only: { type: 'string' },
  },
});
sharp.concurrency(1);
mkdirSync(values.to, { recursive: true });

function write(file, data) {
  writeFileSync(join(values.to, file), data);
  console.log(`${file.padEnd(44)} ${(data.length / 1024).toFixed(1).padStart(7)} KB`);
}

const wanted = (size) => values.only === undefined || values.only === String(size);

async function writeBoth(file, picture, avif, jpeg) {
  write(`${file}.avif`, await picture.clone().avif(avif).toBuffer());
  write(`${file}.jpg`, await picture.clone().jpeg(jpeg).toBuffer());
}

/** The whole height of the master, in the shape of the phone's banner, beginning at `place`. */
async function cutForPhone(master, place) {
  const { width, height } = await sharp(master).metadata();
  const cut = Math.round((height * PHONE.width) / PHONE.height);
  return sharp(master)
    .extract({ left: Math.round(place * (width - cut)), top: 0, width: cut, height })
    .resize(PHONE.width, PHONE.height, { kernel: 'lanczos3' });
}

async function exportPicture(name) {
  const { avif, shape, jpg, phone } = EXPORTS[name];
  const master = join(values.masters, `${name}.png`);
  const at = (width) =>
    sharp(master).resize(width, shape && Math.round(width / shape), { kernel: 'lanczos3' });
  for (const [width, quality] of Object.entries(avif)) {
    if (!wanted(width)) continue;
    await writeBoth(`${name}-${width}`, at(Number(width)), { ...AVIF, quality }, JPEG);
  }
  if (phone !== undefined && wanted('phone')) {
    await writeBoth(`${name}-phone`, await cutForPhone(master, phone), PHONE.avif, PHONE.jpeg);
  }
  if (jpg && wanted(jpg)) write(`${name}.jpg`, await at(jpg).jpeg(JPEG).toBuffer());
}

const unknown = positionals.filter((name) => !(name in EXPORTS));
if (unknown.length) throw new Error(`no picture is called ${unknown.join(', ')}`);
for (const name of positionals.length ? positionals : Object.keys(EXPORTS)) {
  if (existsSync(join(values.masters, `${name}.png`))) await exportPicture(name);
  else console.warn(`${name}: no master, left out`);
}
