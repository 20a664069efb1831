import SqliteFile from 'better-sqlite3'

/**
 * Makes sure that a file is a whole copy of a store of ours.
 *
 * @throws an error of one line when it is not
 */
export function assertIntact(path: string): void {
  const fault = faultOf(path)
  if (fault !== undefined) throw new Error(`${path} is no sound backup: ${fault}`)
}

function faultOf(path: string): string | undefined {
  let file: SqliteFile.Database | undefined
  try {
    file = new SqliteFile(path, { readonly: true, fileMustExist: true })
    const verdict = String(file.pragma('integrity_check(1)', { simple: true }))
    if (verdict !== 'ok') return verdict.split('\n').at(-1)
    const keys = file.prepare('select count(*) from erasure_key').pluck().get()
    return keys === 1 ? undefined : 'it has no erasure key'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    file?.close()
  }
}
