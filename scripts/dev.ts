/**
 * Runs page and server together; both reload when their sources change. Pages are rendered at each request, and show
 * what is wrong with their content. The calls go to a separate server, which stores requests in `data` like the real
 * one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { Content, Contents } from '../src/content/content.ts'
import { contentFile } from '../src/site/carousel/banner-files.ts'
import { pagePictures } from '../src/site/picture-files.ts'
import { contentDirectory } from './content-directory.mjs'
import { contentPreview, roomsOf } from './preview/content-preview.ts'
import { panelOf } from './preview/panel.ts'
import { reloadOnChange } from './preview/reload-on-change.ts'

process.env.NODE_ENV = 'development'
process.chdir(join(import.meta.dirname, '..'))

const PORT = Number(process.env.PORT ?? 3000)
const API_PORT = PORT + 1
const BUILT = 'dist/server/assets.json'
const MEDIA_TYPES: Record<string, string> = { '.avif': 'image/avif', '.ico': 'image/x-icon' }
/** While there is no content without mistakes. */
const EMPTY_PAGE = '<!doctype html><html lang="en"><head><title>Content check</title></head><body></body></html>'

const directory = contentDirectory()
// The editor's, which may be of an earlier version.
if (resolve(directory) !== resolve('content'))
  cpSync('content/schemas', join(directory, 'schemas'), { recursive: true })
const preview = contentPreview(directory)

const pictures: Plugin = {
  name: 'pictures',
  configureServer(vite) {
    vite.middlewares.use(async ({ url = '/' }, response, next) => {
      try {
        const address = new URL(url, 'http://dev').pathname.slice(1)
        const [first] = preview().contents ?? []
        if (!pagePictures(first?.department, first?.logo).flat().includes(address)) return next()
        const bytes = await readFile(join(directory, contentFile(address)))
        response.setHeader('Content-Type', MEDIA_TYPES[extname(address)] ?? 'image/jpeg')
        response.end(bytes)
      } catch (error) {
        next(error)
      }
    })
  },
}

const pages: Plugin = {
  name: 'pages',
  configureServer(vite) {
    const reloading = reloadOnChange(vite, directory)
    return () => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const path = new URL(request.originalUrl ?? '/', 'http://dev').pathname
          const tags = reloading()
          const shown = preview()
          const { contents } = shown
          const { status, html } = contents ? await pageAt(path, contents, vite) : { status: 500, html: EMPTY_PAGE }
          response.statusCode = status
          response.setHeader('Content-Type', 'text/html; charset=utf-8')
          const rooms = contents ? roomsOf(contentAt(path, contents)) : []
          const checked = html.replace(/<body[^>]*>/, (body) => body + tags + panelOf(shown, rooms))
          if (shown.mistakes.length === 0) serveForms()
          response.end(await vite.transformIndexHtml(path, checked))
        } catch (error) {
          next(error)
        }
      })
    }
  },
}

/** The content of the language at a path: the longest home path that it begins with. */
function contentAt(path: string, contents: Contents): Content {
  const [first] = contents
  return contents.find(({ path: home }) => home !== '/' && path.startsWith(home)) ?? first
}

async function pageAt(path: string, contents: Contents, vite: ViteDevServer) {
  const { contentStyles, renderPages } = await vite.ssrLoadModule('/src/site/render.tsx')
  const content = contentAt(path, contents)
  const pages: Record<string, string> = renderPages(content, {
    css: (await stylesOf(vite)) + contentStyles(content),
    // The renderer imports the styles of everything that it renders.
    script: 'import "/src/site/early/entry.ts"; import "/src/site/render.tsx"',
    hydration: '/src/site/islands/hydrate.tsx',
  })
  const page = pages[`${path.slice(content.path.length) || 'index'}.html`]
  return { status: page ? 200 : 404, html: page ?? pages['404.html'] ?? '' }
}

/** The styles that the renderer has loaded: without them, the page would be bare until its script brings them. */
async function stylesOf(vite: ViteDevServer): Promise<string> {
  const files = [...vite.environments.ssr.moduleGraph.fileToModulesMap.keys()].filter((file) => file.endsWith('.css'))
  const modules = await Promise.all(files.map((file) => vite.ssrLoadModule(`${file}?inline`)))
  return modules.map((module) => module.default).join('\n')
}

const vite = await createServer({
  appType: 'custom',
  plugins: [pictures, pages],
  // Otherwise it finds the packages of the page while the page loads, and then has it reload.
  optimizeDeps: { entries: ['src/site/render.tsx', 'src/site/{early,islands}/*.{ts,tsx}'] },
  server: {
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, `http://127.0.0.1:${API_PORT}`])),
  },
})
await vite.listen().catch(({ message }: Error) => {
  console.error(`${message}: stop what listens there, or set PORT to another.`)
  process.exit(1)
})

/** The server of the calls, or the build that it needs first, where mistakes in the content have prevented one. */
let forms: ChildProcess | undefined
if (existsSync(BUILT)) serveForms()
else console.error(`The forms answer when nothing is wrong in ${directory} any more: the page says what is.`)

function serveForms() {
  if (forms) return
  const isBuilt = existsSync(BUILT)
  const program = isBuilt ? ['--watch', '--watch-preserve-output', 'src/server/main.ts'] : ['scripts/build.ts']
  const child = spawn('node', program, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(API_PORT) },
  })
  forms = child
  child.once('exit', () => {
    forms = undefined
    if (!isBuilt && existsSync(BUILT)) serveForms()
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    forms?.removeAllListeners('exit').kill()
    await vite.close()
    process.exit()
  })
}
console.log(`http://localhost:${PORT}`)
