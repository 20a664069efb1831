import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The encodings of a file, the smallest first: the name in HTTP, and the extension of the compressed copy. */
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' }

type Encoding = keyof typeof ENCODINGS
type Bodies = ReadonlyMap<Encoding, { content: Buffer; etag: string }>

/** By file extension, for all files of both builds. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** These have no effect on pictures, fonts and data, and would add 1 KB to each. */
const DOCUMENT_POLICIES = ['content-security-policy', 'permissions-policy']

/**
 * A file of the built site or desk, in memory, so that a client that does not read its answer cannot keep a file open. A browser
 * that already has the same content is answered 304.
 */
export class CachedFile {
  readonly #type: string
  readonly #cacheControl: string
  readonly #bodies: Bodies

  private constructor(type: string, cacheControl: string, bodies: Bodies) {
    this.#type = type
    this.#cacheControl = cacheControl
    this.#bodies = bodies
  }

  /**
   * Reads a file and the compressed copies next to it, if there are any.
   *
   * @param path absolute
   * @param cacheControl how long browsers may keep it
   * @throws a Node error when the file cannot be read, or an error that names an extension without a media type
   */
  static async read(path: string, cacheControl: string): Promise<CachedFile> {
    const type = MEDIA_TYPES[extname(path)]
    if (type === undefined) throw new Error(`No media type is known for ${path}`)
    const bodies = new Map<Encoding, { content: Buffer; etag: string }>()
    for (const [encoding, ending] of Object.entries(ENCODINGS) as [Encoding, string][]) {
      const content = await readFile(path + ending).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && encoding !== 'identity') return undefined
        throw error
      })
      if (content) bodies.set(encoding, { content, etag: `"${hashOf(content)}"` })
    }
    return new CachedFile(type, cacheControl, bodies)
  }

  /** Answers with the smallest encoding of the file that the browser accepts. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { encoding, content, etag } = this.#bodyFor(request)
    reply.headers({ 'cache-control': this.#cacheControl, etag })
    if (this.#bodies.size > 1) reply.header('vary', 'accept-encoding')
    if (!/^text\//.test(this.#type)) for (const name of DOCUMENT_POLICIES) reply.removeHeader(name)
    if (reply.statusCode === 200 && containsTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(this.#type).send(content)
  }

  #bodyFor({ headers }: FastifyRequest) {
    const accepted = negotiate(headers['accept-encoding'] ?? '', [...this.#bodies.keys()]) ?? 'identity'
    const body = this.#bodies.get(accepted)
    if (!body) throw new Error('A file always has its uncompressed content.')
    return { encoding: accepted, ...body }
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** Whether an If-None-Match header contains a tag: alone, in a list, or as a weak tag. */
function containsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
