import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { english, hindi } from '../../../tests/support/content.ts'
import { parseAppointment } from '../../callback-request/appointment.ts'
import { parseContact } from '../../callback-request/contact.ts'
import { loadBuiltSite } from './built-site.ts'

const DIST = join(import.meta.dirname, '../../../dist')
const { renderFormPage } = await loadBuiltSite(DIST)

const EMPTY_FORMS = [['appointment', parseAppointment({})] as const, ['contact', parseContact({})] as const]

const refused = { language: 'hi', campaign: null, retryAfterSeconds: 600, values: {}, errors: {} }

/** Every page that a visitor can see in Hindi, by what it is. */
const PAGES = new Map([
  ...['index', 'thank-you', 'privacy', '404'].map(
    (name) => [name, readFileSync(join(DIST, `client/hi/${name}.html`), 'utf8')] as const,
  ),
  ...EMPTY_FORMS.map(([form, validated]) => {
    const errors = validated.ok ? {} : validated.errors
    return [`${form} form, with its messages`, renderFormPage({ ...refused, form, status: 422, errors })] as const
  }),
  ...[400, 403, 413, 415, 429, 500, 503].map((status) => {
    return [`refusal ${status}`, renderFormPage({ ...refused, form: 'contact', status, values: null })] as const
  }),
])

const NAMES = [english.texts.language.name, hindi.department.email, hindi.department.privacyEmail]

/** The words in Latin letters that people read or hear in a page, but for names that have them in every language. */
function latinWords(html: string): string[] {
  const body = html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<meta (?![^>]*(?:description|title|site_name|image:alt))[^>]*>/g, '')
  const attributes = [...body.matchAll(/ (?:aria-label|aria-roledescription|alt|title|placeholder|content)="([^"]*)"/g)]
  return wordsIn([...attributes.map(([, value = '']) => value), body.replace(/<[^>]*>/g, ' ')].join(' '))
}

function wordsIn(text: string): string[] {
  const rest = NAMES.reduce((left, name) => left.replaceAll(name, ' '), text.replace(/&#?\w+;|\{\w+\}/g, ' '))
  return rest.match(/\p{sc=Latn}+/gu) ?? []
}

test('No word of a Hindi page is in Latin letters, nor is one that the script shows', () => {
  for (const [name, html] of PAGES) {
    expect(html, name).toContain('<html lang="hi"')
    expect(html.match(/\p{scx=Deva}+/gu)?.length, name).toBeGreaterThan(50)
    expect(latinWords(html), name).toEqual([])
  }
  const [, address = ''] = PAGES.get('index')?.match(/ data-texts="(.*?)"/) ?? []
  const texts = JSON.parse(readFileSync(join(DIST, 'client', address), 'utf8'))
  const said: string[] = []
  JSON.stringify(texts, (key, value) => {
    const isShown = !['locale', 'timeZone', 'service', 'picture', 'bgClass'].includes(key) && !/^[/?]/.test(value)
    if (typeof value === 'string' && isShown) said.push(value)
    // What is offered is posted in the specification's words; the labels beside it are shown.
    return key === 'offer' ? undefined : value
  })
  expect(said.length).toBeGreaterThan(80)
  expect(wordsIn(said.join(' '))).toEqual([])
})
