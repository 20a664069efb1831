import { type BaseIssue, type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { placeOf } from './texts.ts'

/** What is wrong with the data of a file, one line for each mistake; the data, when nothing is. */
export function checkSchema<Schema extends GenericSchema>(
  file: string,
  schema: Schema,
  data: unknown,
): { data?: InferOutput<Schema>; mistakes: string[] } {
  const { success, output } = safeParse(schema, data)
  if (success) return { data: output, mistakes: [] }
  const issues = issuesOf(schema, JSON.parse(JSON.stringify(data ?? null)))
  return { mistakes: issues.map((issue) => `${placeOf(file, stepsOf(issue))}: ${issue.message}`) }
}

type Issue = BaseIssue<unknown>

/** Valibot names the first unknown entry of a group only: so it is removed, and the rest looked through again. */
function issuesOf(schema: GenericSchema, data: unknown): Issue[] {
  const issues = safeParse(schema, data, { message: plainly }).issues ?? []
  const unknown = issues.filter((issue) => issue.expected === 'never' && typeof stepsOf(issue).at(-1) === 'string')
  for (const { path } of unknown) {
    const { input, key } = path?.at(-1) ?? {}
    Reflect.deleteProperty(Object(input), String(key))
  }
  return unknown.length > 0 ? [...unknown, ...issuesOf(schema, data)] : [...issues]
}

const stepsOf = ({ path }: Issue) => path?.map(({ key }) => key as PropertyKey) ?? []

/** Says what a file should contain, for a person who does not know JSON. */
function plainly(issue: Issue): string {
  const { expected, received } = issue
  if (expected === 'never')
    return typeof stepsOf(issue).at(-1) === 'number' ? 'is one too many' : 'has no meaning here; check its spelling'
  if (received === 'undefined') return 'is missing'
  if (expected === 'string') return 'should be a text in quotation marks'
  if (expected === 'boolean') return 'should be true or false, without quotation marks'
  if (expected === 'Object') return 'should be a group in curly brackets { }'
  if (expected === 'Array') return 'should be a list in square brackets [ ]'
  return `is ${received}; it should be ${expected?.replace(/[()]/g, '').replaceAll(' | ', ' or ')}`
}
