import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContents } from '../../scripts/read-content.ts'
import type { Content } from '../../src/content/content.ts'

/** The site in each of its languages, English first. */
export const contents = readContents(join(import.meta.dirname, '../../content'))

export const [english] = contents

export const hindi = contents.find(({ code }) => code === 'hi') as Content

const german: Content = {
  ...english,
  code: 'de',
  texts: JSON.parse(readFileSync(new URL('german/de.json', import.meta.url), 'utf8')),
}

/** What a server of two languages sends mails with. */
export const MAIL_CONTENTS = [english, german] as const
