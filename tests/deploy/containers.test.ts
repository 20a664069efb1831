import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../support/free-port.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { scripts } = JSON.parse(read('package.json'))
const known = Object.keys(parseEnv(read('.env.example')))

/** The image's instructions, with continued lines put together. */
const instructions = read('deploy/Dockerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const argumentsOf = (name: string) =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())

/** What is copied from the folder into the image. */
const copied = argumentsOf('COPY')
  .filter((words) => !words.startsWith('--from'))
  .flatMap((words) => words.split(/\s+/).slice(0, -1))
const [command, healthCheck] = ['CMD', 'HEALTHCHECK'].map((name) => commandIn(argumentsOf(name).at(-1) ?? ''))
const environment = parseEnv(
  argumentsOf('ENV')
    .join(' ')
    .replaceAll(/\s+(?=\w+=)/g, '\n'),
)

test('An image has every file that building needs, and of the others none', () => {
  for (const file of copied) expect(existsSync(join(ROOT, file)), file).toBe(true)
  const [, sources = ''] = /BUILD_SOURCES = \[([^\]]+)\]/.exec(read('scripts/prepare.mjs')) ?? []
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, source = '']) => source)
  expect(needed.length).toBeGreaterThan(5)
  const isCopied = (source: string) => copied.some((path) => source === path || source.startsWith(`${path}/`))
  expect([...needed, 'content'].filter((source) => !isCopied(source))).toEqual([])

  const [everything, ...rest] = read('.dockerignore').match(/^[^#\n].*$/gm) ?? []
  expect(everything).toBe('*')
  const sent = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(sent.sort()).toEqual([...copied].sort())
})

test('An image runs what `npm start` runs, and not as root', () => {
  const [, options = ''] = /exec node (.*)$/.exec(scripts.start) ?? []
  expect(command).toEqual(['node', ...options.split(' ')])
  expect(scripts.start).toContain(`MALLOC_MMAP_THRESHOLD_=${environment.MALLOC_MMAP_THRESHOLD_}`)
  const ours = Object.keys(environment).filter((name) => !['PATH', 'MALLOC_MMAP_THRESHOLD_'].includes(name))
  for (const name of ours) expect(known).toContain(name)
  expect(argumentsOf('FROM')).toHaveLength(4)
  const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
  expect(lastStage.indexOf('USER clinic')).toBeGreaterThan(lastStage.findIndex((line) => line.startsWith('RUN ')))
})

test("The image's health check succeeds while the server answers, and fails while none does", async () => {
  const { address } = await startServer()
  const [, ...parameters] = healthCheck ?? []
  const statusFor = (port: string) => spawnSync(process.execPath, parameters, { env: { PORT: port } }).status
  expect(statusFor(address.port)).toBe(0)
  expect(statusFor(String(await freePort()))).toBe(1)
})

test('The compose file gives the product variables that exist, and protects its container', () => {
  const { services, volumes, networks } = parse(read('deploy/compose.yaml'))
  const { clinic, postgres } = services
  for (const name of Object.keys(clinic.environment)) expect([...known, 'PGPASSWORD']).toContain(name)
  expect(existsSync(join(ROOT, 'deploy', clinic.build.context, clinic.build.dockerfile))).toBe(true)
  expect(clinic).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: ['127.0.0.1:3000:3000', '127.0.0.1:3001:3001'],
    depends_on: { postgres: { condition: 'service_healthy' } },
  })
  expect(clinic.environment.TRUST_PROXY).toBe(networks.default.ipam.config[0].gateway)
  expect(clinic.environment.PGPASSWORD).toBe(postgres.environment.POSTGRES_PASSWORD)
  expect(Object.keys(volumes)).toEqual(postgres.volumes.map((volume: string) => volume.split(':')[0]))
  expect(postgres.healthcheck.test[0]).toBe('CMD')
})

testRequiring(
  { 'time for a build (npm run soak has it)': inject('soakFactor') > 1 },
  'What is copied into an image is enough to build the server',
  {},
  async () => {
    const directory = await temporaryDirectory()
    const ignored = read('.dockerignore').match(/^\*\*.*$/gm) ?? []
    const filter = (path: string) => !ignored.some((pattern) => matchesGlob(path, pattern))
    for (const path of copied) cpSync(join(ROOT, path), join(directory, path), { recursive: true, filter })
    rmSync(join(directory, 'node_modules'), { force: true })
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
    execFileSync(process.execPath, ['scripts/build.ts'], { cwd: directory })
    expect(existsSync(join(directory, 'dist/server/main.js'))).toBe(true)
  },
)

/** A command in the form of a JSON list. */
function commandIn(words: string): string[] {
  return JSON.parse(words.slice(words.indexOf('[')))
}
