/**
 * The smallest page that shows the first banner: a document and a picture. Listens on `PORT` and prints its address.
 * Its files are in memory, compressed.
 */
import { readFileSync } from 'node:fs'
import { serveFromMemory } from './serve-from-memory.ts'

const BANNER = '/banner_breast_augmentation-phone.avif'

const html = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A picture">
<title>A picture</title>
<link rel="icon" href="data:,">
<style>body{margin:0}img{display:block;width:100%;height:24rem;object-fit:cover}</style>
<img alt="" fetchpriority="high" src="${BANNER}">
`

serveFromMemory({
  '/': { type: 'text/html; charset=utf-8', content: html },
  [BANNER]: { type: 'image/avif', content: readFileSync(`dist/client/pictures${BANNER}`) },
})
