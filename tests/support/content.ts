import { readContents } from '../../scripts/read-content.ts'

/** The site in each of its languages, English first. */
export const contents = readContents('content')

export const [english] = contents
