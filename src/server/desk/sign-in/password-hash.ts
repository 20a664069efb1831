import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalized } from '../../../callback-request/normalized.ts'
import { Refusal } from '../../http/problem.ts'
import { Line } from '../../storage/database/line.ts'

const argon2Async = promisify(argon2)

/** 19 MiB, 2 passes, 1 lane: the smallest cost that OWASP's cheat sheet on password storage names for Argon2id. */
const COST = { memory: 19 * 1_024, passes: 2, parallelism: 1 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/**
 * Two of the four threads that Node has for such work, so that files and DNS of the public listener go on. The throttle
 * lets one account take at most ten of these places, and counts in them: so sign-ins take two connections to the store.
 */
const MAX_RUNNING = 2
const MAX_WAITING = 20

/** A hash takes about 50 ms, and at most 22 are ahead. */
const SATURATED_RETRY_SECONDS = 2

const line = new Line(MAX_RUNNING)

/**
 * Hashes a password for storage, as `$argon2id$v=19$m=…,t=…,p=…$SALT$HASH`.
 *
 * @throws Refusal while too many passwords are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { memory, passes, parallelism } = COST
  const hash = await inHashingPlace(() => hashOf(password, salt, COST))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/**
 * Whether a password is the hashed one. Takes as long when there is no hash. Only for work in a place of `inHashingPlace`.
 *
 * @param stored as `hashPassword` makes it; null for an account that nobody can sign in to
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? undefined : parse(stored)
  const { salt, hash, cost } = parsed ?? { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES), cost: COST }
  const isSame = timingSafeEqual(await hashOf(password, salt, cost), hash)
  return isSame && parsed !== undefined
}

/**
 * Does work that hashes a password, at once or when it is its turn.
 *
 * @throws Refusal while too many passwords are being hashed, at once; and whatever the work throws
 */
export async function inHashingPlace<Value>(work: () => Promise<Value>): Promise<Value> {
  if (line.length >= MAX_WAITING) throw new Refusal(503, {}, { 'retry-after': SATURATED_RETRY_SECONDS })
  return line.run(work)
}

async function hashOf(password: string, salt: Buffer, { memory, passes, parallelism }: typeof COST): Promise<Buffer> {
  const message = normalized(password)
  return argon2Async('argon2id', { message, nonce: salt, parallelism, tagLength: HASH_BYTES, memory, passes })
}

function parse(stored: string) {
  const [, memory, passes, parallelism, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64'), cost }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
