import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const DOCS = join(import.meta.dirname, '../../../docs')

/** The commands that a page of the manual prints for a shell. */
export function manualOf(page: string) {
  const text = readFileSync(join(DOCS, `${page}.md`), 'utf8')
  const blocks = Array.from(text.matchAll(/^ *```sh\n([^`]+)```/gm), ([, block = '']) => block)
  const open = new Set(blocks)
  return {
    /** The lines of the block that has a text, each a command. Fails unless there is one such block. */
    block(text: string) {
      const found = blocks.filter((block) => block.includes(text))
      expect(found, `${page}: ${text}`).toHaveLength(1)
      for (const block of found) open.delete(block)
      return found.flatMap(commandsOf)
    },
    /** The commands of the page that no block has been asked for. */
    remaining: () => [...open].flatMap(commandsOf),
  }
}

function commandsOf(block: string): string[] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
