import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a page can be sent as, the smallest first, by its name in HTTP and at the end of its file's. */
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' }

type Encoding = keyof typeof ENCODINGS

/**
 * A page of the built site, in memory: pages are small and asked for all the time. It is asked for again each time,
 * and answered 304 while it is the same.
 */
export class StoredPage {
  readonly #bodies: ReadonlyMap<Encoding, { content: Buffer; etag: string }>

  private constructor(bodies: ReadonlyMap<Encoding, { content: Buffer; etag: string }>) {
    this.#bodies = bodies
  }

  /**
   * Reads a page and, where they lie beside it, its compressed copies.
   *
   * @param path absolute
   * @throws a Node error when the page cannot be read
   */
  static async read(path: string): Promise<StoredPage> {
    const bodies = new Map<Encoding, { content: Buffer; etag: string }>()
    for (const [encoding, ending] of Object.entries(ENCODINGS) as [Encoding, string][]) {
      const content = await readFile(path + ending).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && encoding !== 'identity') return undefined
        throw error
      })
      if (content) bodies.set(encoding, { content, etag: `"${hashOf(content)}"` })
    }
    return new StoredPage(bodies)
  }

  /** Answers with the page, as small as the browser takes it. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { encoding, content, etag } = this.#bodyFor(request)
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    if (reply.statusCode === 200 && namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(content)
  }

  #bodyFor({ headers }: FastifyRequest) {
    const accepted = negotiate(headers['accept-encoding'] ?? '', [...this.#bodies.keys()]) ?? 'identity'
    const body = this.#bodies.get(accepted)
    if (!body) throw new Error('A page always has its own form.')
    return { encoding: accepted, ...body }
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** Whether an If-None-Match names a tag: alone, in a list, as weak. */
function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
