import { resolve, sep } from 'node:path'
import type { ViteDevServer } from 'vite'

const SHOWN = 'content:shown'
const META = 'content-version'

/** Tells the server what the page shows, once it is connected. */
const SCRIPT = `import.meta.hot.send('${SHOWN}', document.querySelector('meta[name=${META}]').content)`

/**
 * Lets the open pages reload when a file in this folder changes, also those that were loading meanwhile.
 *
 * @returns gives what each page has to contain; it must be asked before the page reads a file
 */
export function reloadOnChange(vite: ViteDevServer, directory: string): () => string {
  let version = 0
  const folder = resolve(directory)
  vite.watcher.add(folder)
  vite.watcher.on('all', (_, file) => {
    if (!file.startsWith(folder + sep)) return
    version++
    vite.ws.send({ type: 'full-reload' })
  })
  vite.ws.on(SHOWN, (shown, client) => {
    if (shown !== String(version)) client.send({ type: 'full-reload' })
  })
  return () => `<meta name="${META}" content="${version}"><script type="module">${SCRIPT}</script>`
}
