import { expect, test } from 'vitest'
import { english } from '../../../tests/support/content.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { loadBuiltSite, sampleProblem } from './built-site.ts'

test('Loading fails when the site has not been built', async () => {
  await expect(loadBuiltSite(await temporaryDirectory())).rejects.toThrow('ENOENT')
})

test('The sample is a problem where visitors come only, and no other department is', () => {
  const publicUrl = new URL('https://clinic.example')
  const own = { ...english, department: { ...english.department, sample: false } }
  expect(sampleProblem([english], publicUrl)).toContain('the sample')
  expect([sampleProblem([english], null), sampleProblem([own], publicUrl)]).toEqual([null, null])
})
