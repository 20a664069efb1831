import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import { JSON_TYPE } from '../../http/body/media-type.ts'
import { MARKER } from '../../http/require-same-origin.ts'
import { newReference, REFERENCE_PATTERN } from '../../storage/requests/reference.ts'
import { KEY_HEADER, KEY_LENGTH, KEY_REUSED } from '../forms/idempotency-key.ts'
import { CALLS, type Call, MEANINGS } from './calls.ts'
import { errorsSchema, fieldSchema, requiredFields, type Schema } from './form-schema.ts'
import { problemContent, sharedRefusalReferences, sharedRefusals } from './refusals.ts'

/**
 * The description of both public calls, OpenAPI 3.1. Fields, limits, patterns, choices and messages are those of the
 * forms' rules.
 *
 * @param version of the product
 */
export function openApiDocument({ department, version }: { department: DepartmentFacts; version: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title: `Callback requests, ${department.name}, ${department.hospital}`,
      version,
      description: introduction(department),
    },
    servers: [{ url: '/' }],
    security: [],
    paths: Object.fromEntries(CALLS.map((call) => [call.path, { post: operation(call) }])),
    components: {
      parameters: {
        Marker: {
          name: MARKER.name,
          in: 'header',
          required: true,
          description: 'Marks the call as made by a program.',
          schema: { type: 'string', const: MARKER.value },
        },
        IdempotencyKey: {
          name: KEY_HEADER,
          in: 'header',
          description:
            'A value of your own for this request, such as a UUID. The same key and body are stored once, and get the ' +
            'same reference, however often they are sent. The same key with another body is refused (422).',
          schema: { type: 'string', maxLength: KEY_LENGTH.maxLength },
        },
      },
      schemas: {
        ...Object.fromEntries(CALLS.flatMap((call) => Object.entries(schemasOf(call)))),
        Acknowledgement: {
          type: 'object',
          required: ['reference'],
          properties: {
            reference: {
              type: 'string',
              pattern: REFERENCE_PATTERN,
              description: 'Names the request on the telephone and at the desk.',
            },
          },
        },
        Problem: {
          type: 'object',
          description: 'A problem document (RFC 9457). It never repeats what was sent.',
          required: ['type', 'title', 'status'],
          properties: {
            type: { type: 'string', const: 'about:blank' },
            title: { type: 'string', description: 'The name of the status.' },
            status: { type: 'integer' },
          },
        },
      },
      responses: sharedRefusals,
    },
  }
}

function introduction({ timeZone }: DepartmentFacts): string {
  return [
    'For programs that ask for a callback on behalf of somebody, such as a referral system. No account is needed. ' +
      'Calls from web pages of other sites are refused, so make them from a server.',
    'White space at both ends of a value is removed before it is checked, and line breaks of a message become LF; the ' +
      'schemas describe what remains. Lengths count Unicode code points. Unknown fields are ignored. A ' +
      'campaign is read from the `utm_` parameters of an address in `Referer`.',
    `Times are those of the department's time zone, ${timeZone}. \`start_time\` and \`end_time\` must be the two ends ` +
      'of one slot; both are absent or null for Anytime.',
    'The first check that fails gives the answer: 405, 403, 429, 415, 413, 400, 422, 503. Any other error is a problem ' +
      `document too. After 429 or 503, or without an answer, send the same body with the same \`${KEY_HEADER}\` again.`,
  ].join('\n\n')
}

function operation({ operationId, summary, mediaType, name, example, form, parse }: Call) {
  const spoilt = parse({ ...example, phone: '' })
  const errors: FieldErrors = spoilt.ok ? {} : spoilt.errors
  return {
    operationId,
    summary,
    parameters: [{ $ref: '#/components/parameters/Marker' }, { $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: true,
      content: { [mediaType]: { schema: { $ref: `#/components/schemas/${name}` }, example } },
    },
    responses: {
      201: {
        description: 'The request is on disk. The department will call.',
        content: {
          [JSON_TYPE]: {
            schema: { $ref: '#/components/schemas/Acknowledgement' },
            example: { reference: newReference(new Date('2026-11-20T00:00:00Z'), 0) },
          },
        },
      },
      ...sharedRefusalReferences,
      422: {
        description:
          `A field breaks a rule: \`errors\` has the form's message for each of ${Object.keys(form).join(', ')}. Times ` +
          `that are not the two ends of the slot are an error of \`time_slot\`. Or \`${KEY_HEADER}\` is too long or ` +
          'was used for another request.',
        content: problemContent({ $ref: `#/components/schemas/${name}Problem` }, 422, { errors }),
      },
    },
  }
}

/** The schema of the call's body, and of its problem document of status 422. */
function schemasOf({ name, form, example, times }: Call): Record<string, Schema> {
  const names = Object.keys(example)
  const meanings: Readonly<Record<string, string>> = MEANINGS
  const fields: Record<string, Schema> = {
    ...times,
    ...Object.fromEntries(Object.entries(form).map(([key, field]) => [key, fieldSchema(field)])),
  }
  const errors = errorsSchema(form)
  return {
    [name]: {
      type: 'object',
      required: requiredFields(form, names),
      properties: Object.fromEntries(names.map((key) => [key, { description: meanings[key], ...fields[key] }])),
    },
    [`${name}Problem`]: {
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        {
          type: 'object',
          required: ['errors'],
          properties: {
            errors: {
              ...errors,
              properties: {
                ...(errors.properties as object),
                [KEY_HEADER]: { type: 'string', examples: [KEY_LENGTH.message, KEY_REUSED] },
              },
            },
          },
        },
      ],
    },
  }
}
