import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePictures } from './picture-files.ts'

test('The list of picture files has every one that the built pages name', () => {
  const pages = readdirSync('dist/client').filter((file) => file.endsWith('.html'))
  const text = pages.map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('\n')
  const named = Array.from(text.matchAll(/\/((?:pictures\/)?[\w-]+\.(?:avif|jpg|ico))\b/g), ([, file = '']) => file)
  expect(named.length).toBeGreaterThan(100)
  const listed = pagePictures().flat()
  const others = named.filter((file) => !listed.includes(file))
  // The build writes the department's name onto the picture of shared links.
  expect(others.filter((file) => !/^og-[0-9a-f]{8}\.jpg$/.test(file) || !existsSync(`dist/client/${file}`))).toEqual([])
  expect(others.length).toBeGreaterThan(0)
})
