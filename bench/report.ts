import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { chartOf, shareOf } from './chart.ts'
import { amount, type Finding, holds, type Standard } from './finding.ts'

const DOCS = join(import.meta.dirname, '../docs')

/** Prints the findings as a table. */
export function print(findings: readonly Finding[]): void {
  console.log(plain([HEAD, ...findings.map(rowOf)]))
  console.log(verdict(findings))
}

/**
 * Prints the findings as a table, and draws them into `docs/pictures`, for `docs/performance.md`.
 *
 * @param name `bench` or `bench:grow`
 */
export function report(name: string, findings: readonly Finding[]): void {
  print(findings)
  console.log(`${new Date().toISOString().slice(0, 10)}, npm run ${name}, ${machine()}`)
  writeFileSync(join(DOCS, 'pictures', `${name.replace(':', '-')}.svg`), chartOf(findings))
}

const HEAD = ['', 'figure', 'measured', 'floor', 'ratio', 'bound', 'holds']

function rowOf(finding: Finding): string[] {
  const { part, what, value, unit } = finding
  // Of several standards, the row shows the easiest, and the floors of all.
  const standard = nearestOf(finding)
  const floor = 'floor' in standard ? standard.floor : undefined
  const floors = finding.standards.flatMap((each) => ('floor' in each && each.floor) || [])
  return [
    part,
    what,
    amount(value, unit),
    floors.map(({ what, value }) => `${amount(value, unit)} (${what})`).join(', '),
    floor && floor.value !== 0 ? `${amount(value / floor.value, '')} ×` : '',
    `at ${standard.at} ${requirement(standard, finding)}`,
    holds(finding) ? 'yes' : 'NO',
  ]
}

function nearestOf(finding: Finding): Standard {
  const share = (standard: Standard) => shareOf({ ...finding, standards: [standard] })
  return finding.standards.toSorted((a, b) => share(a) - share(b))[0] ?? finding.standards[0]
}

function requirement(standard: Standard, { unit }: Finding): string {
  if ('times' in standard) return `${standard.times} × the floor`
  if ('above' in standard) return `${amount(standard.above, unit)} above the floor`
  return amount(standard.value, unit)
}

function verdict(findings: readonly Finding[]): string {
  const held = findings.filter(holds).length
  return held === findings.length ? `All ${held} hold.` : `${held} of ${findings.length} hold.`
}

function machine(): string {
  const load = loadavg()[0]?.toFixed(1)
  return `Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), load average ${load} at the end`
}

function plain(rows: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
