/**
 * The smallest page that React hydrates: one paragraph. Vite builds it, and it has the product's security headers,
 * because they decide in which process a browser opens it. Listens on `PORT` and prints its address.
 */
import { build } from 'vite'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { serveFromMemory } from './serve-from-memory.ts'

process.env.NODE_ENV = 'production'

const built = await build({
  configFile: 'vite.config.ts',
  logLevel: 'error',
  build: { write: false, copyPublicDir: false, rolldownOptions: { input: 'bench/page/floors/empty-react-entry.tsx' } },
})
if (!('output' in built)) throw new Error('The empty page should be built once.')
const [entry] = built.output

const resources = {
  '/': {
    type: 'text/html; charset=utf-8',
    content: `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A paragraph">
<title>A paragraph</title>
<link rel="icon" href="data:,">
<div id="root"><p>React</p></div>
<script type="module" src="/${entry.fileName}"></script>
`,
  },
  [`/${entry.fileName}`]: { type: 'text/javascript', content: entry.code },
}
serveFromMemory(resources, securityHeaders({ styleHashes: [], scriptHashes: [], publicUrl: null }))
