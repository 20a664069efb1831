import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEPARTMENT } from '../../src/content/checks/check-content.ts'
import type { DepartmentDetails } from '../../src/content/schema.ts'

const LIST_WIDTH = 100

/** Replaces the file as a whole: a reader finds the old one or the new one, also when the machine stops meanwhile. */
export function writeDepartment(directory: string, details: DepartmentDetails): void {
  const file = join(directory, DEPARTMENT)
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${formatted(details)}\n`, { flush: true })
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** JSON as the project formats it: indented by two spaces, with a list on one line where it fits. */
function formatted(details: DepartmentDetails): string {
  return JSON.stringify(details, null, 2).replace(/\[\n[^[\]{}]*\]/g, (list) => {
    const line = list.replace(/\s*\n\s*/g, ' ').replace(/^\[ | \]$/g, (end) => end.trim())
    return line.length <= LIST_WIDTH ? line : list
  })
}
