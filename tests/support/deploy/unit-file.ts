import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The unit that `deploy` offers. */
const UNIT = join(import.meta.dirname, '../../../deploy/clinic.service')

/** The values of a setting of the unit, in order. */
export function settingsOf(name: string): string[] {
  return readFileSync(UNIT, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1))
}

/** The system calls that the unit allows, by systemd's own list of groups. */
export function allowedSystemCalls(): Set<string> {
  const groups = systemCallGroups()
  const expand = (names: string[]): string[] =>
    names.flatMap((name) => (name.startsWith('@') ? expand(groups.get(name) ?? []) : name))
  const [allowed, refused] = [new Set<string>(), new Set<string>()]
  for (const filter of settingsOf('SystemCallFilter')) {
    const into = filter.startsWith('~') ? refused : allowed
    for (const name of expand(filter.replace('~', '').split(' '))) into.add(name)
  }
  for (const name of refused) allowed.delete(name)
  return allowed
}

/** Each group with the calls and groups in it. */
function systemCallGroups(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  let members: string[] = []
  for (const line of spawnSync('systemd-analyze', ['syscall-filter', '--no-pager']).stdout.toString().split('\n')) {
    const name = line.trim()
    if (line.startsWith('@')) {
      members = []
      groups.set(name, members)
    } else if (name !== '' && !name.startsWith('#')) {
      members.push(name)
    }
  }
  return groups
}
