import { parse } from 'node:path'
import type { Point } from './crop.ts'

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; errors: string[] }

export interface Assigned {
  banner: string
  file: string
  /** Whether the file's name says so, rather than its place in the order of names. */
  isNamed: boolean
}

/** What a file's name contains when it is meant for a banner. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  banner_breast_augmentation: ['breast'],
  banner_abdominoplasty: ['abdom', 'tummy'],
  banner_rhinoplasty: ['rhino', 'nose'],
}

const byName = new Intl.Collator('en', { numeric: true })

/** Gives each banner a file: one whose name contains the procedure, or else the next in the order of names. */
export function assign(files: readonly string[], banners: readonly string[]): Outcome<Assigned[]> {
  if (files.length !== banners.length) {
    const error = `There should be ${banners.length} pictures, and there are ${files.length}${listOf(files)}.`
    return { ok: false, errors: [error] }
  }
  const named = Map.groupBy([...files].sort(byName.compare), (file) => bannerIn(file, banners))
  const errors = banners.flatMap((banner) => {
    const claimants = named.get(banner) ?? []
    return claimants.length > 1 ? [`${claimants.join(' and ')} are both named after ${banner}: rename one.`] : []
  })
  if (errors.length > 0) return { ok: false, errors }
  const others = named.get(undefined)?.values()
  return {
    ok: true,
    value: banners.map((banner) => {
      const [file] = named.get(banner) ?? []
      return { banner, file: file ?? others?.next().value ?? '', isNamed: file !== undefined }
    }),
  }
}

/** The banner that a file's name contains; undefined when it contains none or several. */
function bannerIn(file: string, banners: readonly string[]): string | undefined {
  const name = parse(file).name.toLowerCase()
  const found = banners.filter((banner) => WORDS[banner]?.some((word) => name.includes(word)))
  return found.length === 1 ? found[0] : undefined
}

/**
 * Where the subjects are that are given by hand, by file.
 *
 * @param given each `NAME=X,Y`: a file's name, with or without its ending, and percent from the left and from the top
 */
export function readFocus(given: readonly string[], files: readonly string[]): Outcome<Map<string, Point>> {
  const subjects = new Map<string, Point>()
  const errors = given.flatMap((one) => {
    const [, name = '', x, y] = /^(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(one) ?? []
    const isPoint = Number(x) <= 100 && Number(y) <= 100
    if (!isPoint) return [`--focus ${one}: write NAME=X,Y, with X and Y from 0 to 100.`]
    const file = files.find((each) => each === name || parse(each).name === name)
    if (!file) return [`--focus ${one}: there is no picture ${name}.`]
    subjects.set(file, { x: Number(x) / 100, y: Number(y) / 100 })
    return []
  })
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: subjects }
}

const listOf = (files: readonly string[]) => (files.length > 0 ? ` (${files.join(', ')})` : '')
