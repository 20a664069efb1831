import { readContents } from '../../scripts/read-content.ts'

/** The English content of the site. */
export const [english] = readContents('content')
