/**
 * Writes the JSON schemas of the content, by which editors complete names and underline mistakes, into `content/schemas`:
 * run it after you change `src/content/schema.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema, LazySchema } from 'valibot'
import { DepartmentFile, LanguageFile, PageFile, PicturesFile } from '../src/content/schema.ts'

const SCHEMAS: Readonly<Record<string, GenericSchema>> = {
  department: DepartmentFile,
  language: LanguageFile,
  page: PageFile,
  pictures: PicturesFile,
}

/** The text of each schema, by its path in the folder of the content. Only the build knows the mistakes that need code. */
export function contentSchemas(): Record<string, string> {
  const files = Object.entries(SCHEMAS).map(([name, schema]) => [
    `schemas/${name}.json`,
    `${JSON.stringify(jsonSchemaOf(schema))}\n`,
  ])
  return Object.fromEntries(files)
}

type JsonSchema = ReturnType<typeof toJsonSchema>

function jsonSchemaOf(schema: GenericSchema): JsonSchema {
  const {
    $schema: _,
    $defs: _d,
    ...described
  } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    // The group, or a list of groups.
    overrideSchema({ valibotSchema }) {
      if (valibotSchema.type !== 'lazy') return undefined
      const { getter } = valibotSchema as LazySchema<GenericSchema>
      return { anyOf: [{}, []].map((given) => jsonSchemaOf(getter(given))) }
    },
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'metadata') return undefined
      const { most, isByName, ...known } = jsonSchema as JsonSchema & { most?: number; isByName?: boolean }
      // Which names a department needs is in its `department.json`.
      if (isByName) return { ...known, required: [], additionalProperties: { type: 'string' } }
      return { ...known, description: `About ${most} letters fit.` }
    },
  })
  return described
}

if (import.meta.main) {
  const content = join(import.meta.dirname, '../content')
  mkdirSync(join(content, 'schemas'), { recursive: true })
  for (const [path, text] of Object.entries(contentSchemas())) writeFileSync(join(content, path), text)
}
