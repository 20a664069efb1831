import SqliteFile from 'better-sqlite3'

/**
 * Asserts that a file is a complete, undamaged copy of a store.
 *
 * @param name what the message calls it
 * @throws an error of one line when it is not
 */
export function assertIntact(path: string, name = path): void {
  const fault = faultOf(path)
  if (fault !== undefined) throw new Error(`${name} is not a valid backup: ${fault}`)
}

function faultOf(path: string): string | undefined {
  let file: SqliteFile.Database | undefined
  try {
    file = new SqliteFile(path, { readonly: true, fileMustExist: true })
    const result = String(file.pragma('integrity_check(1)', { simple: true }))
    if (result !== 'ok') return result.split('\n').at(-1)
    const keys = file.prepare('select count(*) from erasure_key').pluck().get()
    return keys === 1 ? undefined : 'it has no erasure key'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    file?.close()
  }
}
