import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CONTACT } from '../../tests/support/samples.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { csvOf } from './csv-export.ts'

const HEADER =
  'reference,form,name,phone,email,service,message,time_slot,start_time,end_time,received_at,status,suspected,' +
  'campaign_source,campaign_medium,campaign_campaign,campaign_term,campaign_content,notice_version\r\n'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', ' ＋1', ' =1+1', '  \u0000\t @SUM(A1)', '"=1+1"', '" =1+1']

/** What spreadsheets ignore before a formula, beside spaces. */
const IGNORED = ['\t', '\r', '\n', '\u0000', '\u00a0', '\u200b', '\ufeff']

async function csvFor(...requests: StoredRequest[]): Promise<string> {
  return (await Array.fromAsync(csvOf(Readable.from(requests)))).join('')
}

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** The names of the separators in LibreOffice's filter options: their character codes. */
const SEPARATORS = { comma: '44', semicolon: '59', tab: '9' }

/** Text in UTF-8, quoted with `"`, from line 1. */
const filterOf = (separator: string) => `CSV:${separator},34,76,1`

/** The cells of a file for a reader that splits at a sign, and takes quotes for what they are only around a cell. */
function cellsSplitAt(sign: string, csv: string): string[] {
  const cells: string[] = []
  let rest = csv
  while (rest !== '') {
    const [matched = '', quoted, plain = ''] =
      new RegExp(`^(?:"((?:[^"]|"")*)")?([^${sign}\r\n]*)(?:${sign}|\r\n|\r|\n|$)`).exec(rest) ?? []
    cells.push((quoted ?? '').replaceAll('""', '"') + plain)
    rest = rest.slice(matched.length)
  }
  return cells
}

test('Requests are records as in RFC 4180 after a header, with their campaign in five columns', async () => {
  expect(await csvFor()).toBe(HEADER)
  const campaign = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }
  expect(await csvFor({ ...CONTACT, message: 'One, "two"\nthree', suspected: true, campaign })).toBe(
    `${HEADER}7K3M-9RXE,contact,Ravi Invented,98765432100,ravi@visitor.example,,"One, ""two""\nthree",` +
      '10:00am-12:00pm,10:00am,12:00pm,2026-11-20T09:30:00.000Z,new,true,letter,,autumn,,,2026-11-01\r\n',
  )
})

test('No cell runs as a formula, also where the reader splits at semicolons, tabs or line breaks', async () => {
  const splits = [';', '\t', '\n', '\r', '\r\n'].flatMap((split) =>
    FORMULAS.map((formula) => `Hello${split}${formula}`),
  )
  for (const text of [...FORMULAS, ...IGNORED.map((before) => `${before}=1+1`), ...splits]) {
    const campaign = { source: `a, b${text}`, medium: text, campaign: null, term: null, content: null }
    const csv = await csvFor({ ...CONTACT, name: text, message: `"${text}`, campaign })
    for (const sign of [';', '\t', ',']) {
      for (const cell of cellsSplitAt(sign, csv)) expect(cell, csv).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
    }
    expect(csv.replaceAll("'", '').replaceAll('""', '"')).toContain(text)
  }
})

test('Text after a semicolon, a tab or a line break that is not a formula is exported unchanged', async () => {
  for (const message of ['a; b', 'a;b\tc\nd', 'a\rb', 'after 5 = late; a-b, c+d\ne@visitor.example', '";"']) {
    expect(cellsSplitAt(',', await csvFor({ ...CONTACT, message }))).toContain(message)
  }
})

test('The time for a message of line breaks only is proportional to its length', async () => {
  const before = performance.now()
  await csvFor({ ...CONTACT, message: '\n'.repeat(64_000) })
  expect(performance.now() - before).toBeLessThan(1_000)
})

testRequiring(
  { LibreOffice: hasLibreOffice },
  'In LibreOffice names are intact and no cell is a formula, wherever it splits',
  {},
  async () => {
    const directory = await temporaryDirectory()
    const requests = FORMULAS.map((formula) => ({ ...CONTACT, name: 'आशा देवी', email: formula, message: formula }))
    await writeFile(join(directory, 'export.csv'), await csvFor(...requests))
    for (const [name, separator] of Object.entries(SEPARATORS)) {
      const profile = `-env:UserInstallation=file://${directory}/profile`
      const from = `--infilter=${filterOf(separator)}`
      const options = ['--headless', from, '--convert-to', 'fods', '--outdir', directory, 'export.csv']
      await promisify(execFile)('soffice', [profile, ...options], { cwd: directory })
      const sheet = await readFile(join(directory, 'export.fods'), 'utf8')
      expect(sheet.match(/<table:table-row/g)?.length, name).toBeGreaterThan(FORMULAS.length)
      expect(sheet.match(/table:formula="[^"]*"/g), name).toBeNull()
      if (name === 'comma') expect(sheet.match(/<text:p>आशा देवी<\/text:p>/g)).toHaveLength(FORMULAS.length)
      else expect(sheet).toContain('आशा देवी')
    }
  },
)
