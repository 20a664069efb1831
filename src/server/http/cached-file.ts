import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Compressed copies of a file, the smallest first: the name in HTTP, and the extension. */
const COPIES = { br: '.br', gzip: '.gz' }

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
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** These have no effect on pictures, fonts and data, and would add 1 KB to each. */
const DOCUMENT_POLICIES = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options']

/** Answers with a file, in the smallest encoding that the browser accepts; with 304 if the browser has it already. */
export type SendFile = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Reads a file of the built site or desk, and the compressed copies next to it, into memory, so that a client that does
 * not read its answer cannot keep a file open.
 *
 * @param path absolute
 * @param cacheControl how long browsers may keep it
 * @throws a Node error when the file cannot be read, or an error that names an extension without a media type
 */
export async function cachedFile(path: string, cacheControl: string): Promise<SendFile> {
  const type = MEDIA_TYPES[extname(path)]
  if (type === undefined) throw new Error(`No media type is known for ${path}`)
  const plain = await bodyOf(path)
  const bodies = new Map<string, { content: Buffer; etag: string }>()
  for (const [encoding, ending] of Object.entries(COPIES)) {
    const copy = await bodyOf(path + ending).catch(ifMissing)
    if (copy) bodies.set(encoding, copy)
  }
  bodies.set('identity', plain)
  return ({ headers }, reply) => {
    const accepted = negotiate(headers['accept-encoding'] ?? '', [...bodies.keys()]) ?? 'identity'
    const { content, etag } = bodies.get(accepted) ?? plain
    reply.headers({ 'cache-control': cacheControl, etag })
    if (bodies.size > 1) reply.header('vary', 'accept-encoding')
    if (!type.startsWith('text/')) for (const name of DOCUMENT_POLICIES) reply.removeHeader(name)
    if (reply.statusCode === 200 && containsTag(headers['if-none-match'], etag)) return reply.code(304).send()
    if (accepted !== 'identity') reply.header('content-encoding', accepted)
    return reply.type(type).send(content)
  }
}

async function bodyOf(file: string) {
  const content = await readFile(file)
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Whether an If-None-Match header contains a tag: alone, in a list, or as a weak tag. */
function containsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
