import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * What Vite puts around an `import()` loads stylesheets and modules ahead. Ours has none of the former, and the page
 * names the latter itself.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load()' },
}

export default defineConfig({
  plugins: [react(), plainImports],
  build: {
    target: 'baseline-widely-available',
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
})
