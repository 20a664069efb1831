import { readContents } from '../../scripts/read-content.ts'
import type { Content } from '../../src/content/content.ts'

/** The site in each of its languages, English first. */
export const contents = readContents('content')

export const [english] = contents

export const hindi = contents.find(({ code }) => code === 'hi') as Content

/** An invented language, in which only the mail to the visitor is translated. */
const esperanto: Content = {
  ...english,
  code: 'eo',
  texts: {
    ...english.texts,
    language: { name: 'Esperanto', locale: 'eo', direction: 'ltr' },
    mail: {
      subject: 'Ni vokos vin ({reference})',
      greeting: 'Kara {name},',
      greetingWithoutName: 'Bonan tagon,',
      anytime: 'Ni vokos vin kiel eble plej baldaŭ.',
      window: 'Ni vokos vin je {window}, {zone}.',
      windowText: '{day}, de {from} ĝis {until}',
      ourNumber: 'Ni vokos de {callsFrom}. Nia numero estas {telephone}.',
      reference: 'Via referenco: {reference}',
      notYou: 'Se vi ne petis vokon, bonvolu diri tion al ni.',
    },
  },
}

/** What a server of two languages sends mails with. */
export const MAIL_CONTENTS = [english, esperanto] as const
