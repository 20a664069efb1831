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
    const kinds = files.map((file) => ({ file, bytes: read(file), ...KINDS[file.slice(file.lastIndexOf('.'))] }))
    const missing = kinds.filter(({ bytes }) => !bytes)
    const damaged = kinds.filter(({ bytes, isWhole }) => bytes && !isWhole?.(bytes))
    return [
      ...inOneLine(missing, 'is missing'),
      ...inOneLine(damaged, `is no whole ${damaged[0]?.kind} picture: make it again with npm run pictures`),
    ]
  })
}

function inOneLine([first, ...others]: readonly { file: string }[], problem: string): string[] {
  if (!first) return []
  const more =
    others.length === 1 ? ', and 1 more file of this picture' : `, and ${others.length} more files of this picture`
  return [`${first.file}: ${problem}${others.length > 0 ? more : ''}`]
}

/** What the names of files end with, and how a file of the kind is recognised. */
const KINDS: Readonly<Record<string, { kind: string; isWhole: (bytes: Uint8Array) => boolean }>> = {
  '.avif': { kind: 'AVIF', isWhole: isWholeAvif },
  '.ico': { kind: 'ICO', isWhole: (bytes) => latin(bytes, 0, 4) === '\0\0\x01\0' },
  '.png': {
    kind: 'PNG',
    isWhole: (bytes) => latin(bytes, 1, 4) === 'PNG' && latin(bytes.subarray(-8), 0, 4) === 'IEND',
  },
  // Between the marks of its beginning and its end; some programs write a few bytes after these.
  '.jpg': {
    kind: 'JPEG',
    isWhole: (bytes) => latin(bytes, 0, 2) === '\xff\xd8' && latin(bytes.subarray(-64), 0, 64).includes('\xff\xd9'),
  },
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

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
