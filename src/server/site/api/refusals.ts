import { MAX_BODY_BYTES } from '../../http/listener.ts'
import { PROBLEM_TYPE, type ProblemMembers, problemDocument } from '../../http/problem.ts'
import { MARKER } from '../../http/require-same-origin.ts'
import type { Schema } from './form-schema.ts'

const RETRY_AFTER = {
  'Retry-After': {
    description: 'After how many seconds the same call may be sent again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
}

const ALLOW = {
  Allow: {
    description: 'The method that this path accepts.',
    required: true,
    schema: { type: 'string', const: 'POST' },
  },
}

/** Refusals that both calls have in common, by status, in the order in which a call is checked. */
const SHARED: readonly { status: number; name: string; description: string; headers?: Schema }[] = [
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'Another method than POST on this path.',
    headers: ALLOW,
  },
  {
    status: 403,
    name: 'Forbidden',
    description:
      `\`${MARKER.name}: ${MARKER.value}\` is missing, or a browser sends the call from a page of another site: ` +
      '`Origin` names another host, or `Sec-Fetch-Site` is not `same-origin`. A program sends neither.',
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description: 'This client address has sent more posts, or more bytes, than the site accepts within one period.',
    headers: RETRY_AFTER,
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The content type is not the one of this call.',
  },
  { status: 413, name: 'ContentTooLarge', description: `The body has more than ${MAX_BODY_BYTES} bytes.` },
  {
    status: 400,
    name: 'BadRequest',
    description:
      'The body cannot be read as its content type, is JSON but no object, has a form field twice, or has a field ' +
      'named `__proto__`, `constructor` or `prototype`.',
  },
  {
    status: 503,
    name: 'ServiceUnavailable',
    description:
      'The request cannot be stored now, and nothing has been stored. Only if a database connection broke at that ' +
      'moment, it may have been: send the same body with the same key again, and it is stored once.',
    headers: RETRY_AFTER,
  },
]

/** The refusals that both calls share, as components by their names. */
export const sharedRefusals = Object.fromEntries(
  SHARED.map(({ status, name, description, headers }) => [
    name,
    {
      description,
      ...(headers && { headers }),
      content: problemContent({ $ref: '#/components/schemas/Problem' }, status),
    },
  ]),
)

/** References to the shared refusals, by status. */
export const sharedRefusalReferences = Object.fromEntries(
  SHARED.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
)

/** A problem document as the server sends it, beside its schema. */
export function problemContent(schema: Schema, status: number, members?: ProblemMembers) {
  return { [PROBLEM_TYPE]: { schema, example: JSON.parse(problemDocument(status, members)) } }
}
