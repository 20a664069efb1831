import type { DepartmentDetails } from '../../src/content/schema.ts'
import { answer, type Fact } from './facts.ts'

/** The department with all given values, or a line for each that cannot be taken. */
export type Changed = { ok: true; details: DepartmentDetails } | { ok: false; mistakes: string[] }

/** Changes the facts that are given, all or none. */
export function change(
  facts: readonly Fact[],
  present: DepartmentDetails,
  values: ReadonlyMap<string, string>,
): Changed {
  const mistakes: string[] = []
  let details = present
  for (const fact of facts) {
    const value = values.get(fact.option)
    const given = value === undefined ? undefined : answer(fact, details, value)
    if (given?.ok) details = given.details
    else if (given) mistakes.push(`--${fact.option}: ${given.mistake}`)
  }
  if (mistakes.length > 0) return { ok: false, mistakes }
  const before = facts.map(({ mistake }) => mistake?.(present))
  const after = facts.map(({ mistake }) => mistake?.(details)).filter((line) => line !== undefined)
  const caused = after.filter((line) => !before.includes(line))
  return caused.length > 0 ? { ok: false, mistakes: caused } : { ok: true, details }
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
