import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect as expectSoon, type Page, test } from '@playwright/test'
import { freePort } from '../support/free-port.ts'

/** Each change is noticed, built and loaded, which takes seconds on a busy machine. */
const expect = expectSoon.configure({ timeout: 30_000 })

const ROOT = resolve(import.meta.dirname, '../..')

test.describe.configure({ mode: 'default' })

let data: string
let content: string
let server: ChildProcess
let address: string

/** `npm run dev` on a department's folder, which the journeys may edit. */
test.beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  content = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  cpSync(join(ROOT, 'content'), content, { recursive: true })
  write('en.json', '{')
  server = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: data,
      CONTENT_DIR: content,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!server.stdout) throw new Error('The development server has no output.')
  for await (const line of createInterface(server.stdout)) {
    address = line
    if (line.startsWith('http://')) break
  }
})

test.afterAll(async () => {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  for (const path of [data, content]) await rm(path, { recursive: true, force: true })
})

const original = (file: string) => readFileSync(join(ROOT, 'content', file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(content, file), text)
/** The department's facts, with another English name. */
const named = (name: string) =>
  original('department.json').replace(/"name": \{\s+"en": "[^"]+"/, `"name": { "en": "${name}"`)
const panel = (page: Page) => page.getByRole('region', { name: 'Content check' })
const heading = (page: Page) => page.locator('h1')

test('The page shows its content while it is edited, and what is wrong with it above what was last right', async ({
  page,
}) => {
  // The server has started with a mistake: there is nothing else to show.
  await page.goto(address)
  await expect(panel(page)).toContainText('1 mistake')
  await expect(heading(page)).toHaveCount(0)

  write('en.json', original('en.json'))
  write('department.json', named('Burns Unit'))
  await expect(heading(page)).toHaveText('Burns Unit')
  await expect(panel(page)).toContainText('Nothing is wrong')

  write('department.json', named('Hand Unit').replace(/"email": "[^"]+"/, '"email": "<asha>"'))
  await expect(panel(page)).toContainText('department.json, email: is not an e-mail address')
  await expect(panel(page)).toContainText('1 mistake. Below, the page is as it last was without mistakes.')
  await expect(heading(page)).toHaveText('Burns Unit')

  write('department.json', named('Hand Unit').slice(0, 200))
  await expect(panel(page)).toContainText('department.json, line')
  await expect(heading(page)).toHaveText('Burns Unit')
  await page.goto(`${address}/privacy`)
  await expect(panel(page)).toContainText('department.json, line')

  write('department.json', named('Hand Unit'))
  await expect(page.getByRole('link', { name: 'Hand Unit' })).toBeVisible()
  await expect(panel(page)).toContainText('Nothing is wrong')

  // A warning holds nothing back, and another language is no different.
  await page.goto(`${address}/hi/`)
  const sentence = JSON.parse(original('hi.json')).callback.sentence
  write('hi.json', original('hi.json').replace(sentence, 'दर्द रहित ऑपरेशन।'))
  await expect(panel(page)).toContainText('1 warning')
  await expect(panel(page)).toContainText('hi.json, callback, sentence: "दर्द रहित" promises too much.')
  await expect(page.locator('#contact')).toContainText('दर्द रहित ऑपरेशन।')

  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  cpSync(join(content, 'pictures/banner_rhinoplasty.jpg'), join(content, 'pictures/banner_abdominoplasty.jpg'))
  await expect(page.locator('body:not([data-old])')).toBeVisible()
  const shown = await page.request.get(`${address}/banner_abdominoplasty.jpg`)
  expect(await shown.body()).toEqual(readFileSync(join(content, 'pictures/banner_rhinoplasty.jpg')))
})

test('The development server says in one line that its port is taken', () => {
  const { port } = new URL(address)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: port, CONTENT_DIR: content, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  })
  expect(stderr).toBe(`Port ${port} is already in use: stop what listens there, or set PORT to another.\n`)
  expect(status).toBe(1)
})
