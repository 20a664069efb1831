import { normalized } from '../../../callback-request/normalized.ts'

let commonPasswords: ReadonlySet<string> | undefined

/**
 * Why a password of the right length cannot be chosen, in the words of the page; undefined for a good one.
 *
 * @param names the person's e-mail address and name, the department and the hospital: none may be the password
 */
export async function passwordError(password: string, names: readonly string[]): Promise<string | undefined> {
  const compared = comparable(password)
  if (names.some((name) => comparable(name) === compared)) {
    return 'Please do not use a name or your e-mail address as the password'
  }
  commonPasswords ??= await loadCommonPasswords()
  return commonPasswords.has(password.toLowerCase())
    ? 'This password is too common: please choose another one'
    : undefined
}

/**
 * The 49,233 most common passwords of the package, of which those that are long enough are kept. Loaded at the first
 * use, since they take memory while they are read.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const isLongEnough = (password: string) => [...password].length >= 12
  return new Set(dictionary['passwords-common'].filter(isLongEnough).map((common) => common.toLowerCase()))
}

function comparable(text: string): string {
  return normalized(text.trim()).toLowerCase()
}
