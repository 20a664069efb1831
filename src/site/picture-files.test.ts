import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BANNERS } from '../content/checks/banners.ts'
import { pagePictures } from './picture-files.ts'

test('The list of picture files holds those that the built pages name, and the banners without a width', () => {
  const pages = readdirSync('dist/client').filter((file) => file.endsWith('.html'))
  const text = pages.map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('\n')
  const named = Array.from(text.matchAll(/\/((?:pictures\/)?[\w-]+\.(?:avif|jpg))\b/g), ([, file = '']) => file)
  expect(named.length).toBeGreaterThan(100)
  const plain = BANNERS.map((banner) => `${banner}.jpg`)
  expect([...new Set([...named, ...plain])].sort()).toEqual(pagePictures(BANNERS).flat().sort())
})
