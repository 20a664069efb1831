import type { Preview } from './content-preview.ts'

/** How the page says what is wrong with its content. */
const STYLES = `
  :host { position: sticky; inset-block-start: 0; z-index: 1000; display: block; font: 1rem/1.5 system-ui, sans-serif }
  details details { padding: 0.5rem 0 0; border: 0 }
  :host > details { max-height: 45vh; overflow: auto; padding: 0.75rem 1.25rem; color: #1b1b1b; background: #fff4d6;
    border-block-end: 0.25rem solid #b3541e }
  :host > details.mistakes { background: #fde8e8; border-color: #b3261e }
  :host > details:not([open]) { padding-block: 0.125rem; font-size: 0.875rem }
  summary { font-weight: 600; cursor: pointer }
  ul { margin: 0.5rem 0 0; padding-inline-start: 1.25rem }
  li { overflow-wrap: anywhere }
  code { font-weight: 600; font-family: ui-monospace, monospace; font-size: 0.9375em }`

/**
 * A panel for the top of the page, apart from the page's own styles: open when something is wrong, and otherwise a line
 * that opens.
 *
 * @param rooms how many letters each text of the page's language has, and may have
 */
export function panelOf({ contents, mistakes, warnings, notes }: Preview, rooms: readonly string[] = []): string {
  const summary = [counted(mistakes, 'mistake'), counted(warnings, 'warning')].filter(Boolean).join(', ')
  const below = contents
    ? 'Below, the page is as it last was without mistakes.'
    : 'The page appears as soon as nothing is wrong.'
  const explanation = mistakes.length > 0 ? `. ${below}` : ''
  const isOpen = mistakes.length + warnings.length > 0
  return `<div id="content-check" role="region" aria-label="Content check"><template shadowrootmode="open">
<style>${STYLES}</style>
<details${isOpen ? ' open' : ''}${mistakes.length > 0 ? ' class="mistakes"' : ''}>
<summary>${summary || 'Nothing is wrong'}${explanation}</summary>
<ul>${[...mistakes, ...warnings, ...notes].map(itemOf).join('')}</ul>
${rooms.length > 0 ? `<details><summary>How many letters fit each text</summary><ul>${rooms.map(itemOf).join('')}</ul></details>` : ''}
</details></template></div>`
}

const counted = (lines: readonly string[], name: string) =>
  lines.length > 0 ? `${lines.length} ${name}${lines.length > 1 ? 's' : ''}` : ''

/** @param line such as `en.json, hero, label: is empty` */
function itemOf(line: string): string {
  const [place = '', ...problem] = line.split(': ')
  return `<li><code>${escaped(place)}</code>: ${escaped(problem.join(': '))}</li>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
