/**
 * Draws `docs/pictures/request-path.svg` from `docs/pictures/request-path.txt`.
 *
 * The text has blocks, with an empty line between them: `# …` is a heading; `-> …` labels the arrow to the next box, and
 * `=> …` a dashed one; `<- …` labels an arrow from the last box back to the first; all other blocks are boxes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PICTURES = join(import.meta.dirname, '../docs/pictures')

/** All lengths in px. The picture is shown at its own size, and at about this width on a phone. */
const [WIDTH, BOX_LEFT, BOX_WIDTH] = [400, 20, 320]
const [MARGIN, LINE, HEADING, ARROW] = [14, 19, 26, 38]
const ARROW_LEFT = 160
const RIGHT = BOX_LEFT + BOX_WIDTH
const RETURN = RIGHT + 28

const STYLE = `svg{--paper:#f7f3ed;--box:#fff;--ink:#1d3538;--line:#33595d}
@media(prefers-color-scheme:dark){svg{--paper:#16282b;--box:#20393d;--ink:#f2ece2;--line:#9cc3c2}}
.paper{fill:var(--paper)}.box{fill:var(--box);stroke:var(--line)}.arrow{fill:none;stroke:var(--line);stroke-width:1.5}
.head{fill:var(--line)}text{fill:var(--ink);font:14px system-ui,sans-serif}.heading{font-weight:600}
.name{font:600 14px ui-monospace,Menlo,Consolas,monospace}`

/** The SVG for a text as described above. The same text always gives the same SVG. */
export function drawRequestPath(source: string): string {
  const shapes: string[] = []
  const middles: number[] = []
  let top = MARGIN
  let boxBottom = top
  let dashes: string | undefined
  for (const block of source.trim().split(/\n\n+/)) {
    const [, kind, label = ''] = /^(#|->|=>|<-) (.*)$/.exec(block) ?? []
    if (kind === '#') {
      shapes.push(text(BOX_LEFT, top + 15, label, 'class="heading"'))
      top += HEADING
    } else if (kind === '->' || kind === '=>') {
      dashes = kind === '=>' ? 'stroke-dasharray="5 4"' : ''
      shapes.push(text(ARROW_LEFT + 12, top + 23, label))
      top += ARROW
    } else if (kind === '<-') {
      const [end = top, begin = top] = [middles[0], middles.at(-1)]
      const turned = `text-anchor="middle" transform="rotate(90) translate(${(begin + end) / 2} ${-RETURN - 7})"`
      shapes.push(arrow(`M${RIGHT} ${begin}H${RETURN}V${end}H${RIGHT + 2}`), text(0, 0, label, turned))
    } else {
      if (dashes !== undefined) shapes.push(arrow(`M${ARROW_LEFT} ${boxBottom}V${top - 2}`, dashes))
      const lines = block.split('\n')
      const height = LINE * lines.length + 16
      shapes.push(`<rect class="box" x="${BOX_LEFT}" y="${top}" width="${BOX_WIDTH}" height="${height}" rx="6"/>`)
      const style = block.startsWith('src/') ? 'name' : 'heading'
      for (const [index, line] of lines.entries()) {
        shapes.push(text(BOX_LEFT + 14, top + 23 + LINE * index, line, index === 0 ? `class="${style}"` : ''))
      }
      middles.push(top + height / 2)
      top += height
      boxBottom = top
    }
  }
  const height = top + MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The path of a request">
<style>${STYLE}</style>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker>
<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
${shapes.join('\n')}
</svg>
`
}

function arrow(path: string, attributes = ''): string {
  return `<path class="arrow" d="${path}" marker-end="url(#head)" ${attributes}/>`
}

function text(x: number, y: number, content: string, attributes = ''): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" ${attributes}>${escaped}</text>`
}

if (import.meta.main) {
  const source = readFileSync(join(PICTURES, 'request-path.txt'), 'utf8')
  writeFileSync(join(PICTURES, 'request-path.svg'), drawRequestPath(source))
}
