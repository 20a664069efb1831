import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { contents } from '../content.ts'
import { statesIn, statesWithoutScriptIn } from './states.ts'

export const GALLERY = resolve(import.meta.dirname, '../../../test-results/gallery')
export const GALLERY_WIDTHS = [320, 390, 768, 1280, 1920]

/** The callback desk is not wider on a wider screen. */
export const DESK_WIDTHS = [320, 390, 768, 1280]

/** The windows in which the desk's states must fit. */
export const DESK_WINDOWS = [...DESK_WIDTHS, 1024]

/** How the names of a language's pictures begin. English has the names of the states themselves. */
export const languagePrefix = (code: string) => (code === 'en' ? '' : `${code}-`)

const DESK = 'desk-'

/** The name of the pictures of a state of the desk. */
export const deskPictureName = (title: string) => DESK + title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The file of a state's picture, in the gallery's folder. */
export const pictureOf = (state: string, width: number) => `${state}-${width}.jpg`

/** After a run of the journeys: one page with all the pictures that they made. */
export default function makeGallery() {
  const site = contents.flatMap((content) =>
    Object.entries({ ...statesIn(content), ...statesWithoutScriptIn(content) }).map(([state, { title }]) => [
      languagePrefix(content.code) + state,
      content.code === 'en' ? title : `${content.texts.language.name}: ${title}`,
    ]),
  )
  if (!existsSync(GALLERY)) return
  const pictures = readdirSync(GALLERY).filter((name) => name.startsWith(DESK))
  const desk = [...new Set(pictures.map((name) => name.replace(/-\d+\.jpg$/, '')))].map((state) => [
    state,
    `Callback desk: ${state.slice(DESK.length).replaceAll('-', ' ')}`,
  ])
  const sections = [...site, ...desk].flatMap(([state = '', title]) => {
    const figures = GALLERY_WIDTHS.filter((width) => existsSync(`${GALLERY}/${pictureOf(state, width)}`)).map(
      (width) => `<figure><a href="${pictureOf(state, width)}">
        <img src="${pictureOf(state, width)}" loading="lazy" alt="${title}, ${width} px wide"></a>
        <figcaption>${width} px</figcaption></figure>`,
    )
    return figures.length > 0 ? [`<h2 id="${state}">${title}</h2>\n<div>${figures.join('\n')}</div>`] : []
  })
  if (sections.length === 0) return
  writeFileSync(
    `${GALLERY}/index.html`,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every state of the website and of the callback desk</title>
<style>
  body { margin: 1rem auto; padding: 0 1rem; max-width: 90rem; font: 1rem/1.5 system-ui, sans-serif; color: #222; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
  div { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; align-items: start; }
  @media (min-width: 60rem) { div { grid-template-columns: 3fr 3fr 5fr 7fr 9fr; } }
  figure { margin: 0; }
  img { display: block; width: 100%; border: 1px solid #999; }
  a:focus-visible { outline: 3px solid #06c; outline-offset: 2px; }
</style>
<h1>Every state of the website and of the callback desk</h1>
<p>Each picture leads to itself in full size.</p>
${sections.join('\n')}
</html>
`,
  )
}
