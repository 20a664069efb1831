import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { loadBuiltSite } from './built-site.ts'

test('A built site is loaded, and its renderer gets all assets', async () => {
  const dist = await temporaryDirectory()
  await mkdir(join(dist, 'server'))
  await writeFile(
    join(dist, 'server/assets.json'),
    '{"css":"a{}","styleHashes":["sha256-abc="],"scriptHashes":["sha256-def="],"script":"a()"}',
  )
  await writeFile(
    join(dist, 'server/render.js'),
    'exports.noticeVersion = "2026-11-01"; exports.departmentFacts = { name: "Department" }; exports.renderFormPage = (page, assets) => JSON.stringify([page, assets])',
  )
  const site = await loadBuiltSite(dist)

  expect(site).toMatchObject({
    siteDirectory: join(dist, 'client'),
    styleHashes: ['sha256-abc='],
    scriptHashes: ['sha256-def='],
    noticeVersion: '2026-11-01',
    department: { name: 'Department' },
  })
  const page = {
    form: 'contact',
    status: 422,
    values: {},
    errors: {},
    campaign: null,
    retryAfterSeconds: null,
  } as const
  expect(JSON.parse(site.renderFormPage(page))).toEqual([
    page,
    { css: 'a{}', styleHashes: ['sha256-abc='], scriptHashes: ['sha256-def='], script: 'a()' },
  ])
})

test('Loading fails when the site has not been built', async () => {
  await expect(loadBuiltSite(await temporaryDirectory())).rejects.toThrow('ENOENT')
})
