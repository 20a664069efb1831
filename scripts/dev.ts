/**
 * Runs page and server together; both reload when their sources change. Pages are rendered at each request. The calls
 * go to a separate server, which stores requests in `data` like the real one.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { ContentMistakes, contentsOrExit, readContents } from './read-content.ts'

process.env.NODE_ENV = 'development'
process.chdir(join(import.meta.dirname, '..'))

const PORT = Number(process.env.PORT ?? 3000)
const API_PORT = PORT + 1
const PAGES = new Map([
  ['', 'index.html'],
  ['thank-you', 'thank-you.html'],
  ['privacy', 'privacy.html'],
])

const pages: Plugin = {
  name: 'pages',
  configureServer: (vite) => () => {
    vite.middlewares.use(async (request, response, next) => {
      try {
        const path = new URL(request.originalUrl ?? '/', 'http://dev').pathname
        const { contentStyles, renderPages } = await vite.ssrLoadModule('/src/site/render.tsx')
        const contents = readContents('content')
        const [content] = contents.filter(({ path: home }) => path.startsWith(home)).reverse()
        const file = content && PAGES.get(path.slice(content.path.length))
        const html = renderPages(content, {
          css: contentStyles(content),
          // The renderer imports the styles of everything that it renders.
          script: 'import "/src/site/startup/entry-client.ts"; import "/src/site/render.tsx"',
          hydration: '/src/site/startup/hydrate.tsx',
        })[file ?? '404.html']
        response.statusCode = file ? 200 : 404
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(await vite.transformIndexHtml(path, html))
      } catch (error) {
        if (!(error instanceof ContentMistakes)) return next(error)
        for (const line of error.lines) console.error(line)
        response.statusCode = 500
        response.setHeader('Content-Type', 'text/plain; charset=utf-8')
        response.end(error.message)
      }
    })
  },
}

contentsOrExit('content')
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
