import { readContents } from '../../scripts/read-content.ts'

/** The content of the site in each language, English first. */
export const contents = readContents('content')

/** The English content of the site. */
export const [english] = contents
