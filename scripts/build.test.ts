import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['content', 'package.json', 'scripts', 'src', 'tsconfig.base.json', 'vite.config.ts']

test('A build shows the department of CONTENT_DIR and its pictures, and changes nothing but its own folder', async () => {
  const [program, parent] = await Promise.all([temporaryDirectory(), temporaryDirectory()])
  const CONTENT_DIR = join(parent, 'which #1?')
  for (const part of PARTS) cpSync(join(ROOT, part), join(program, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(program, 'node_modules'))
  // They have nothing of the content, and take most of the time.
  for (const other of ['server/main.ts', 'desk/index.html']) writeFileSync(join(program, 'src', other), '')
  cpSync(join(ROOT, 'content'), CONTENT_DIR, { recursive: true })
  const file = join(CONTENT_DIR, 'department.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Sample Hospital', 'Fenwick Hospital'))
  const own = (picture: string) => join(CONTENT_DIR, 'pictures', picture)
  for (const picture of ['og.jpg', 'modal-400.avif', 'never-shown.jpg'])
    cpSync(own(`card_brow-lift-600${extname(picture)}`), own(picture))
  const filesIn = (cwd: string) => globSync('**/*', { cwd, exclude: ['dist', 'node_modules'] })
  const state = () =>
    [program, CONTENT_DIR].map((folder) => filesIn(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]))
  const before = state()
  expect(before.flat().length).toBeGreaterThan(500)

  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: program, env: { ...process.env, CONTENT_DIR } })
  expect(state()).toEqual(before)
  const built = (path: string) => readFileSync(join(program, 'dist/client', path), 'utf8')
  expect(built('index.html')).toContain('Fenwick Hospital')
  expect(built('index.html')).not.toContain('Sample Hospital')
  expect(built('og.jpg')).toBe(built('pictures/card_brow-lift-600.jpg'))
  expect(built('pictures/modal-400.avif')).toBe(built('pictures/card_brow-lift-600.avif'))
  expect(existsSync(join(program, 'dist/client/banner_rhinoplasty.jpg'))).toBe(true)
  expect(filesIn(join(program, 'dist/client')).filter((name) => name.includes('never-shown'))).toEqual([])
})
