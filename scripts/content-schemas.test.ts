import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { contentSchemas } from './content-schemas.ts'
import { contentFiles } from './read-content.ts'

const read = (path: string) => JSON.parse(readFileSync(join('content', path), 'utf8'))

test('An editor finds a schema beside each content file, with every member that the build knows', () => {
  for (const [path, text] of Object.entries(contentSchemas())) expect(read(path), path).toEqual(JSON.parse(text))
  const { files } = contentFiles('content')
  const all = { department: files.department, pictures: files.pictures, ...files.languages }
  expect(Object.keys(all).length).toBeGreaterThan(3)
  for (const [name, data] of Object.entries(all)) {
    const { $schema } = Object(data)
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(read($schema))
    expect(validate(data) || validate.errors, name).toBe(true)
    expect(validate({ ...Object(data), unknown: 1 }), name).toBe(false)
  }
})
