import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const ROOT = join(import.meta.dirname, '../..')

test('The description of the API is served to programs, and kept by them while it is the same', async () => {
  const { address } = await startServer()
  const url = new URL('/api/openapi.json', address)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  const { openapi, info, servers } = (await answer.json()) as { openapi: string; info: object; servers: object[] }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(openapi).toMatch(/^3\.1\./)
  expect(info).toMatchObject({ version })
  expect(servers).toEqual([{ url: '/' }])

  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await fetch(url, { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('A client that is generated from it sends both forms, reads references and errors, and may retry', async () => {
  const { address, dataDirectory } = await startServer()
  const folder = await temporaryDirectory()
  const description = await fetch(new URL('/api/openapi.json', address))
  writeFileSync(join(folder, 'openapi.json'), await description.text())
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(import.meta.dirname, 'journey.ts'), join(folder, 'journey.ts'))

  execute(folder, 'oazapfts', ['openapi.json', 'client.ts'])
  const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--types', 'node', '--skipLibCheck']
  const modules = ['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler']
  execute(folder, 'tsc', [...strict, ...modules, 'journey.ts'])
  const journey = JSON.parse(execute(folder, process.execPath, ['journey.ts', address.origin]))

  const exported = await run('src/cli/requests.ts', ['export', '--format', 'json'], { DATA_DIR: dataDirectory })
  const requests: { form: string; reference: string }[] = JSON.parse(exported.stdout)
  const [appointment, contact] = requests
  expect(requests).toMatchObject([
    { form: 'appointment', name: 'Asha Invented', service: 'Face & Neck Lift', time_slot: 'Anytime' },
    { form: 'contact', time_slot: '06:00pm-08:00pm', message: 'In the evening,\nplease & thanks.' },
  ])
  expect(journey).toEqual({
    first: appointment?.reference,
    again: appointment?.reference,
    callback: contact?.reference,
    phone: 'Phone No. must have 10 digits',
    email: 'Value is not a valid email address',
    key: 'This key came before with another request',
  })
})

/** Runs a program in a folder. Returns what it printed. */
function execute(folder: string, program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
  return stdout
}
