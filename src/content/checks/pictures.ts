/**
 * The pictures of which a file is missing in the department's folder, or is no picture of the kind that its name says:
 * a line each.
 *
 * @param read gives a file's bytes; undefined when there is none
 */
export function pictureMistakes(
  pictures: readonly (readonly string[])[],
  read: (file: string) => Uint8Array | undefined,
): string[] {
  return pictures.flatMap((files) => {
    const missing: string[] = []
    const damaged: string[] = []
    for (const file of files) {
      const bytes = read(file)
      if (!bytes) missing.push(file)
      else if (!isWhole(file, bytes)) damaged.push(file)
    }
    const kindOf = (file: string) =>
      file.endsWith('.avif') ? 'AVIF' : file.endsWith('.ico') ? 'ICO' : file.endsWith('.png') ? 'PNG' : 'JPEG'
    return [
      ...inOneLine(missing, () => 'is missing'),
      ...inOneLine(damaged, (file) => `is no whole ${kindOf(file)} picture: make it again with npm run pictures`),
    ]
  })
}

function inOneLine([first, ...others]: string[], problem: (file: string) => string): string[] {
  if (!first) return []
  const more =
    others.length === 0 ? '' : `, and ${others.length} more file${others.length > 1 ? 's' : ''} of this picture`
  return [`${first}: ${problem(first)}${more}`]
}

function isWhole(file: string, bytes: Uint8Array): boolean {
  if (file.endsWith('.avif')) return isWholeAvif(bytes)
  const { length } = bytes
  if (file.endsWith('.ico')) return latin(bytes, 0, 4) === '\0\0\x01\0'
  if (file.endsWith('.png')) return latin(bytes, 1, 4) === 'PNG' && latin(bytes, length - 8, length - 4) === 'IEND'
  // Between the marks of its beginning and its end; some programs write a few bytes after these.
  return bytes[0] === 0xff && bytes[1] === 0xd8 && latin(bytes, length - 64, length).includes('\xff\xd9')
}

/** A file of boxes, each with its length first, that begins with the box of its kind (ISO 14496-12). */
function isWholeAvif(bytes: Uint8Array): boolean {
  if (latin(bytes, 4, 8) !== 'ftyp' || !/avi[fs]/.test(latin(bytes, 8, 64))) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at)
    if (size === 0) return true // to the end of the file
    if (size < 8) return false
    at += size
  }
  return at === bytes.length
}

const latin = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(Math.max(0, from), Math.max(0, to)))
