import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assigned, Outcome } from './assignment.ts'
import type { Point } from './crop.ts'
import { type Plan, planFor, refusalOf } from './plan.ts'
import { findSubject, type Picture, readPicture } from './read-picture.ts'

/** A picture that can become a banner. */
export interface Candidate extends Assigned {
  picture: Picture
  subject: Point
  plan: Plan
}

/** What systems put beside pictures by themselves; hidden files are not counted either. */
const NOT_PICTURES = ['Thumbs.db', 'desktop.ini']

/** The names of the files in a folder. */
export async function picturesIn(folder: string): Promise<Outcome<string[]>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    return { ok: true, value: files.filter((name) => !name.startsWith('.') && !NOT_PICTURES.includes(name)) }
  } catch {
    return { ok: false, errors: [`${folder} is not a folder that can be read.`] }
  }
}

const unreadableLine = (file: string) =>
  `${file} cannot be read: it is damaged, or no JPEG, PNG, WebP, AVIF, TIFF or SVG picture. Save it again as JPEG.`

/** A line for each of these files that is not a picture. */
export async function unreadable(files: readonly string[], folder: string): Promise<string[]> {
  const lines: string[] = []
  for (const file of files) await readPicture(join(folder, file)).catch(() => lines.push(unreadableLine(file)))
  return lines
}

/**
 * Reads all pictures, finds their subjects, and plans their crops. Names every one that cannot be read or is too small.
 *
 * @param subjects those that are known, by file
 */
export async function examine(
  folder: string,
  assigned: readonly Assigned[],
  subjects: ReadonlyMap<string, Point>,
): Promise<Outcome<Candidate[]>> {
  const value: Candidate[] = []
  const errors: string[] = []
  for (const one of assigned) {
    const picture = await readPicture(join(folder, one.file)).catch(() => undefined)
    if (!picture) {
      errors.push(unreadableLine(one.file))
      continue
    }
    const subject = subjects.get(one.file) ?? (await findSubject(picture))
    const plan = planFor(picture, subject)
    const refusal = refusalOf(one.file, plan)
    if (refusal) errors.push(refusal)
    else value.push({ ...one, picture, subject, plan })
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value }
}
