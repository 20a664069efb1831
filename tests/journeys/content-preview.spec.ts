import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect as expectSoon } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { test as base } from '../support/page/site.ts'

/** Each change is noticed, built and loaded, which takes seconds on a busy machine. */
const expect = expectSoon.configure({ timeout: 30_000 })

const ROOT = resolve(import.meta.dirname, '../..')

/** `npm run dev` on a department's folder, which the journey edits; at its start one file is broken. */
const test = base.extend<{ preview: { address: string; content: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
  preview: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
    const content = join(folder, 'content')
    cpSync(join(ROOT, 'content'), content, { recursive: true })
    writeFileSync(join(content, 'en.json'), '{')
    const PORT = String(await freePort())
    const server = spawn(process.execPath, ['scripts/dev.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT, DATA_DIR: join(folder, 'data'), CONTENT_DIR: content, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let address = ''
    for await (const line of createInterface(server.stdout)) {
      address = line
      if (line.startsWith('http://')) break
    }
    await use({ address, content })
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true })
  },
})

const original = (file: string) => readFileSync(join(ROOT, 'content', file), 'utf8')
/** The department's facts, with another English name. */
const named = (name: string) =>
  original('department.json').replace(/"name": \{\s+"en": "[^"]+"/, `"name": { "en": "${name}"`)

test('The page shows its content while it is edited, and what is wrong with it above what was last right', async ({
  page,
  preview: { address, content },
}) => {
  const panel = page.getByRole('region', { name: 'Content check' })
  const heading = page.locator('h1')
  const write = (file: string, text: string) => writeFileSync(join(content, file), text)

  await page.route('**/src/**', (route) => route.abort()) // a hundred modules that nothing here needs

  // The server has started with a mistake: there is nothing else to show.
  await page.goto(address)
  await expect(panel).toContainText('1 mistake')
  await expect(heading).toHaveCount(0)

  write('en.json', original('en.json'))
  write('department.json', named('Burns Unit'))
  await expect(heading).toHaveText('Burns Unit')
  await expect(panel).toContainText('Nothing is wrong')

  write('department.json', named('Hand Unit').replace(/"email": "[^"]+"/, '"email": "<asha>"'))
  await expect(panel).toContainText('department.json, email: is not an e-mail address')
  await expect(panel).toContainText('1 mistake. Below, the page is as it last was without mistakes.')
  await expect(heading).toHaveText('Burns Unit')

  // A warning holds nothing back, and another language is no different.
  await page.goto(`${address}/hi/`, { waitUntil: 'commit' }) // its modules may come later
  await expect(panel).toContainText('1 mistake')
  write('department.json', original('department.json'))
  const sentence = JSON.parse(original('hi.json')).callback.sentence
  write('hi.json', original('hi.json').replace(sentence, 'दर्द रहित ऑपरेशन।'))
  await expect(panel).toContainText('1 warning')
  await expect(panel).toContainText('hi.json, callback, sentence: "दर्द रहित" promises too much.')
  await expect(page.locator('#contact')).toContainText('दर्द रहित ऑपरेशन।')

  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  cpSync(join(content, 'pictures/banner_rhinoplasty.jpg'), join(content, 'pictures/banner_abdominoplasty.jpg'))
  await expect(page.locator('body:not([data-old])')).toBeVisible()
  const shown = await page.request.get(`${address}/banner_abdominoplasty.jpg`)
  expect(await shown.body()).toEqual(readFileSync(join(content, 'pictures/banner_rhinoplasty.jpg')))
})
