import { join } from 'node:path'
import { checkedContents } from '../../scripts/read-content.ts'
import type { Content } from '../../src/content/content.ts'
import type { LanguageTexts } from '../../src/content/schema.ts'

const checked = checkedContents(join(import.meta.dirname, '../../content'))
if (!checked.contents) throw new Error(checked.mistakes.join('\n'))

/** The site in each of its languages, English first. */
export const { contents } = checked

export const [english] = contents

export const hindi = contents.find(({ code }) => code === 'hi') as Content

/** The texts of a language that is not shipped: Hindi's, but for those that tests read. */
export const germanTexts: LanguageTexts = {
  ...hindi.texts,
  language: { name: 'Deutsch', locale: 'de-CH', direction: 'ltr' },
  mail: {
    ...hindi.texts.mail,
    subject: 'Wir rufen Sie zurück ({reference})',
    greeting: 'Guten Tag {name}',
    window: 'Wir rufen Sie am {window} an ({zone}).',
    windowText: '{day}, von {from} bis {until} Uhr',
    ourNumber: 'Wir rufen von {callsFrom} an. Sie erreichen uns unter {telephone}.',
  },
  wording: {
    ...hindi.texts.wording,
    Rhinoplasty: 'Nasenkorrektur',
    'Phone No. must have 10 digits': 'Eine Telefonnummer hat 10 Ziffern',
  },
}

const german: Content = { ...english, code: 'de', texts: germanTexts }

/** What a server of two languages sends mails with. */
export const MAIL_CONTENTS = [english, german] as const
