import type { Content } from '../../content/content.ts'

/** The name of the manifest's file, at the end of the address of a language's home page. */
export const MANIFEST = 'manifest.webmanifest'

/** How phones name and show the site once somebody has put it on the home screen: https://www.w3.org/TR/appmanifest/ */
export function manifestOf({ department, path, texts: { language } }: Content) {
  const { name, hospital, colours } = department
  return {
    name: `${name}, ${hospital}`,
    short_name: hospital,
    lang: language.locale,
    dir: language.direction,
    start_url: path,
    display: 'browser',
    background_color: colours.paper,
    theme_color: colours.paper,
    icons: [
      { src: '/favicon.ico', sizes: '48x48', type: 'image/x-icon' },
      { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  }
}
