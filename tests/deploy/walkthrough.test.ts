import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect } from 'vitest'
import { loadConfig } from '../../src/server/config/config.ts'
import { CADDY } from '../support/deploy/proxies.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')

testRequiring(
  CADDY.needs,
  'The commands of the walkthrough make settings that server and proxy accept',
  {},
  async () => {
    const directory = await temporaryDirectory()
    cpSync(join(ROOT, 'deploy'), join(directory, 'deploy'), { recursive: true })
    const text = readFileSync(join(ROOT, 'docs/walkthrough.md'), 'utf8')
    const commands = [...text.matchAll(/^```sh\n([^`]+)^```/gm)].map(([, block = '']) => block)
    const run = (heading: string, changes: [string, string] = ['', '']) => {
      const block = commands.find((candidate) => candidate.includes(heading)) ?? ''
      expect(block).toContain(changes[0])
      execFileSync('sh', ['-ec', block.replace(...changes)], { cwd: directory, stdio: 'pipe' })
    }
    run('deploy/clinic.env')
    run('deploy/Caddyfile', ['caddy run', 'caddy validate'])

    const config = loadConfig(parseEnv(readFileSync(join(directory, 'data/try/clinic.env'), 'utf8')))
    expect(config).toMatchObject({
      ok: true,
      value: { dataDirectory: join(directory, 'data/try/store'), contentDirectory: 'content' },
    })
    if (!config.ok) return
    expect(config.value.publicUrl?.origin).toBe('https://clinic.localhost:8443')
    expect(config.value.desk.url?.origin).toBe('https://desk.clinic.localhost:8443')
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const [, options = ''] = /exec node (.*)$/.exec(scripts.start) ?? []
    expect(text).toContain(options)
  },
)
