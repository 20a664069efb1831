import { DEPARTMENT } from '../../src/content/checks/check-content.ts'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { type Fact, problemsOf } from './facts.ts'

/** A line for each mistake that the content has with this department. */
export type Check = (details: DepartmentDetails) => string[]

/** The department with all given values, or a line for each that cannot be taken. */
export type Changed = { ok: true; details: DepartmentDetails } | { ok: false; mistakes: string[] }

/** Changes the facts that are given, all or none. */
export function change(
  factsFor: (details: DepartmentDetails) => readonly Fact[],
  present: DepartmentDetails,
  values: ReadonlyMap<string, string>,
  check: Check,
): Changed {
  const { details, unread } = changedBy(factsFor, present, values)
  const earlier = new Set(check(present))
  const caused = check(details).filter((line) => line.startsWith(DEPARTMENT) && !earlier.has(line))
  const mistakes = [...new Set([...unread, ...caused.map((line) => withOption(line, factsFor(details)))])]
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, details }
}

/**
 * The department with those of the given values that can be read, and a line for each of the others.
 *
 * @param end before which fact to stop
 */
export function changedBy(
  factsFor: (details: DepartmentDetails) => readonly Fact[],
  present: DepartmentDetails,
  values: ReadonlyMap<string, string>,
  end = Number.POSITIVE_INFINITY,
): { details: DepartmentDetails; unread: string[] } {
  const unread: string[] = []
  let details = present
  // The first fact, the languages, decides which others there are.
  for (let at = 0, fact = factsFor(details)[at]; fact && at < end; at++, fact = factsFor(details)[at]) {
    const value = values.get(fact.option)
    const given = value === undefined ? undefined : fact.change(details, value.trim())
    if (given?.ok) details = given.details
    else if (given) unread.push(`--${fact.option}: ${given.problem}`)
  }
  return { details, unread }
}

/** A line about a mistake, with the option of the fact in place of where it is in the file. */
function withOption(line: string, facts: readonly Fact[]): string {
  const [option] = facts.flatMap((fact) =>
    problemsOf(fact, [line]).map(
      (problem) => `--${fact.option}: ${problem === 'is missing' ? 'is missing: give this option too' : problem}`,
    ),
  )
  return option ?? line
}

/** What has changed: old and new value of each fact, and the colours that follow. */
export function differences(facts: readonly Fact[], old: DepartmentDetails, now: DepartmentDetails): string[] {
  const changed = facts.filter(({ show }) => show(old) !== show(now))
  const lines = changed.flatMap(({ label, show, remark }) => [
    `${label}: ${show(old)} → ${show(now)}`,
    ...(remark ? [`  ${remark(now)}`] : []),
  ])
  const chosen = facts.map(({ option }) => option)
  const following = (Object.keys(now.colours) as (keyof DepartmentDetails['colours'])[])
    .filter((name) => !chosen.includes(`colour-${name}`) && old.colours[name] !== now.colours[name])
    .map((name) => `${name} ${now.colours[name]}`)
  return following.length > 0 ? [...lines, `Colours that follow: ${following.join(', ')}`] : lines
}
