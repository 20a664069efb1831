/**
 * Runs page and server together; both reload when their sources change. Pages are rendered at each request. The calls
 * go to a separate server, which stores requests in `data` like the real one.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'

process.env.NODE_ENV = 'development'
process.chdir(join(import.meta.dirname, '..'))

const PORT = Number(process.env.PORT ?? 3000)
const API_PORT = PORT + 1
const PAGES = new Map([
  ['/', 'index.html'],
  ['/thank-you', 'thank-you.html'],
  ['/privacy', 'privacy.html'],
])

const pages: Plugin = {
  name: 'pages',
  configureServer: (vite) => () => {
    vite.middlewares.use(async (request, response, next) => {
      try {
        const path = new URL(request.originalUrl ?? '/', 'http://dev').pathname
        const { bannerStyles, renderPages } = await vite.ssrLoadModule('/src/site/render.tsx')
        const html = renderPages({
          css: bannerStyles(JSON.parse(readFileSync('content/pictures.json', 'utf8'))),
          // The renderer imports the styles of everything that it renders.
          script: 'import "/src/site/startup/entry-client.ts"; import "/src/site/render.tsx"',
          hydration: '/src/site/startup/hydrate.tsx',
        })[PAGES.get(path) ?? '404.html']
        response.statusCode = PAGES.has(path) ? 200 : 404
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(await vite.transformIndexHtml(path, html))
      } catch (error) {
        next(error)
      }
    })
  },
}

const vite = await createServer({
  appType: 'custom',
  plugins: [pages],
  server: {
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, `http://127.0.0.1:${API_PORT}`])),
  },
})
await vite.listen()

const server = spawn('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(API_PORT) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.kill()
    await vite.close()
    process.exit()
  })
}
console.log(`http://localhost:${PORT}`)
