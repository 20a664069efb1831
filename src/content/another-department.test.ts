import { expect, test } from 'vitest'
import { contentFiles } from '../../scripts/read-content.ts'
import { germanTexts } from '../../tests/support/content.ts'
import { parseAppointmentCall } from '../callback-request/appointment.ts'
import { parseContactCall } from '../callback-request/contact.ts'
import { checkContent } from './checks/check-content.ts'
import { alternatesOf } from './indexed-pages.ts'
import type { LanguageTexts } from './schema.ts'

const { files } = contentFiles('content')
/** A language's texts with a sentence about a procedure of the department's own. */
const withHands = (texts: LanguageTexts) => ({
  ...texts,
  procedures: { ...texts.procedures, descriptions: { ...texts.procedures.descriptions, 'Hand Surgery': '手' } },
})
const IMPRINT = { title: 'Impressum', sections: [{ paragraphs: ['Telefon {telephone}'] }] }

/** A department in Zurich: in German and then in Hindi, with its own hours, slots, digits, procedures and an imprint. */
const SWISS = {
  ...files,
  codes: ['de', 'hi'],
  languages: { ...files.languages, de: withHands(germanTexts), hi: withHands(files.languages.hi as LanguageTexts) },
  pages: { 'imprint.de': IMPRINT },
  department: {
    ...Object(files.department),
    languages: ['de', 'hi'],
    name: { de: 'Klinik für Plastische Chirurgie' },
    hospital: { de: 'Spital Musterberg' },
    address: { de: 'Beispielweg 1, 8000 Musterberg' },
    timeZone: 'Europe/Zurich',
    callingHours: [{ days: ['Monday'], from: '09:00', until: '12:00' }],
    timeSlots: ['08:00am-10:00am', '06:00pm-08:00pm'],
    phoneDigits: { least: 9, most: 10 },
    procedures: ['Rhinoplasty', 'Hand Surgery'],
    noticeVersion: '1',
  },
}

function swiss() {
  const { contents, mistakes, warnings, notes } = checkContent(SWISS)
  const [first, second] = contents ?? []
  if (!first || !second) throw new Error(mistakes.join('\n'))
  return { first, second, mistakes, warnings, notes }
}

test('The first language is at the site’s address, and English may be missing', () => {
  const { first, second } = swiss()
  expect([first, second].map(({ code, path, forms }) => [code, path, forms.query])).toEqual([
    ['de', '/', ''],
    ['hi', '/hi/', '?language=hi'],
  ])
  expect(second.department).toMatchObject({ hospital: 'Spital Musterberg', borrowed: { hospital: 'de-CH' } })
  expect(alternatesOf(first, '').at(-1)).toMatchObject({
    hrefLang: 'x-default',
    href: expect.stringMatching(/example\/$/),
  })
})

test('A further page is in each language that has it, and the others link to it with a mark of its language', () => {
  const { first, second } = swiss()
  expect(first.pageLinks).toEqual([{ title: 'Impressum', href: '/imprint' }])
  expect(second.pageLinks).toEqual([
    { title: 'Impressum', href: '/imprint', language: { name: 'Deutsch', locale: 'de-CH' } },
  ])
  expect(alternatesOf(first, 'imprint').map(({ hrefLang }) => hrefLang)).toEqual(['de', 'x-default'])
  const pages = { 'imprint.fr': IMPRINT, 'privacy.de': IMPRINT, Imprint: IMPRINT, 'terms.de': { title: 'AGB' } }
  expect(checkContent({ ...SWISS, pages }).mistakes).toEqual([
    'pages/imprint.fr.json: the site is not in the language "fr"',
    'pages/privacy.de.json: the site has another page at /privacy',
    expect.stringMatching(/^pages\/Imprint\.json: its name should be like imprint\.en\.json/),
    'pages/terms.de.json, sections: is missing',
  ])
})

test('The department’s team is told in each language as far as it is known, and needs its two texts there', () => {
  const team = [{ name: { de: 'Dr. Erfunden' }, qualification: { de: 'Fachärztin', hi: 'सर्जन' }, registration: '00-1' }]
  const named = { ...SWISS, department: { ...SWISS.department, team } }
  const told = checkContent(named).contents?.map(({ department }) => department.team)
  expect(told).toEqual([
    [{ name: 'Dr. Erfunden', qualification: 'Fachärztin', registration: '00-1' }],
    [{ name: 'Dr. Erfunden', qualification: 'सर्जन', registration: '00-1' }],
  ])
  const { team: _, ...withoutTexts } = SWISS.languages.de
  const english = [{ ...team[0], name: { en: 'Dr Invented' } }]
  const languages = { ...SWISS.languages, de: withoutTexts }
  expect(checkContent({ ...named, languages, department: { ...named.department, team: english } }).mistakes).toEqual([
    'department.json, team 1, name, de: is missing',
    expect.stringMatching(/^department\.json, team 1, name, en: /),
    'de.json, team: is missing, and department.json names a team',
  ])
})

test('The forms offer the department’s own procedures and slots, and accept its own numbers of digits', () => {
  const { first, second } = swiss()
  const { offer } = first.department
  const call = { fullname: 'Anna Erfunden', phone: '0000000001', email: 'a@b.example', selected: 'Hand Surgery' }
  const slot = { time_slot: '08:00am-10:00am', start_time: '08:00am', end_time: '10:00am' }
  const night = { time_slot: '12:00am-02:00am', start_time: '12:00am', end_time: '02:00am' }
  expect(parseAppointmentCall({ ...call, ...slot }, offer).ok).toBe(true)
  const refused = { ...call, ...night, phone: '00000001', selected: 'Liposuction' }
  const wrong = parseAppointmentCall(refused, offer)
  expect(wrong).toEqual({
    ok: false,
    errors: {
      phone: 'Phone No. must have 9 to 10 digits',
      selected: 'Please choose from the list',
      time_slot: 'Please choose from the list',
    },
  })
  expect(parseContactCall({ ...call, name: 'Anna Erfunden', ...night }, offer).ok).toBe(false)
  expect(first.forms.translations['Phone No. must have 9 to 10 digits']).toBe('Eine Telefonnummer hat 9–10 Ziffern')
  expect(first.procedures.map(({ name, picture }) => [name, picture])).toEqual([
    ['Nasenkorrektur', 'card_rhinoplasty'],
    ['Hand Surgery', 'card_hand-surgery'],
  ])
  expect(second.forms.timeSlots).toHaveLength(2)
})

test('The build reminds in December of next year’s closed days, once there are any, and the page carries no more than it needs', () => {
  const warningsOn = (day: string, closedDays?: string[]) => {
    const department = { ...Object(files.department), closedDays }
    const { contents, warnings } = checkContent({ ...files, department }, new Date(`${day}T12:00:00Z`))
    return { calendar: contents?.[0].forms.calendar, warnings }
  }
  const always = { timeZone: 'Asia/Calcutta' }
  expect(warningsOn('2026-12-31')).toEqual({ calendar: always, warnings: [] })
  expect(warningsOn('2026-11-30', ['2026-12-25']).warnings).toEqual([])
  expect(warningsOn('2026-12-01', ['2026-12-25'])).toEqual({
    calendar: { ...always, closedDays: ['2026-12-25'] },
    warnings: ['department.json, closedDays: has no day of 2027: visitors are promised calls on its holidays'],
  })
  expect(warningsOn('2026-12-01', ['2026-12-25', '2027-01-26']).warnings).toEqual([])
  expect(swiss().first.forms.calendar).toMatchObject({ callingHours: [{ from: '09:00', until: '12:00' }] })
})

test('The build says what the department should look at once more', () => {
  const { warnings, notes } = swiss()
  expect(warnings).toEqual([
    expect.stringMatching(/^en\.json: the site is not in this language/),
    'department.json, timeSlots: visitors can choose 08:00-09:00 of 08:00am-10:00am, 06:00pm-08:00pm, but you call then on no day',
  ])
  // The German texts of this test are mostly those of Hindi.
  expect(notes).toEqual([
    'de.json: 196 of 204 texts are as in hi.json: "npm run build -- --untranslated" names them',
    expect.stringMatching(/^de\.json: promises .* in English and Hindi only/),
  ])
  const department = { ...Object(files.department), sample: false, hospital: { en: 'Hospital of a City '.repeat(3) } }
  expect(checkContent({ ...files, department }).warnings).toEqual([
    expect.stringMatching(/^en\.json, privacy, sections: this is still the sample's notice/),
    expect.stringMatching(/^department\.json: the title of the home page \(en\) has \d+ letters/),
    expect.stringMatching(/^hi\.json, privacy, sections: this is still the sample's notice/),
    expect.stringMatching(/^department\.json: the title of the home page \(hi\)/),
  ])
})
